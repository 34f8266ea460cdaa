import { defineConfig } from 'vitepress';

const guide = [
  { text: 'For staff: the portal', link: '/start/staff' },
  { text: 'For ops: the command line', link: '/start/ops' },
  { text: 'For integrators: the SDK', link: '/start/integrators' },
];

const build = [
  { text: 'The idea', link: '/architecture/idea' },
  { text: 'The rooms', link: '/architecture/rooms' },
  { text: 'How a resource flows through', link: '/architecture/flow' },
  { text: 'Security', link: '/architecture/security' },
];

const extend = [
  { text: 'Add a resource', link: '/guide/add-a-resource' },
  { text: 'Add a provider layout', link: '/guide/add-a-provider-layout' },
  { text: 'Add a tax table', link: '/guide/add-a-tax-table' },
  { text: 'Add a brand', link: '/guide/add-a-brand' },
  { text: 'Add a workflow', link: '/guide/add-a-workflow' },
  { text: 'Add a rule', link: '/guide/add-a-rule' },
];

const run = [
  { text: 'Read the dashboard', link: '/guide/read-the-dashboard' },
  { text: 'Look at a customer', link: '/guide/look-at-a-customer' },
  { text: 'Follow the rates', link: '/guide/follow-the-rates' },
  { text: 'Bill a month', link: '/guide/bill-a-month' },
  { text: 'E-mail a report', link: '/guide/email-a-report' },
  { text: 'Find exceptions', link: '/guide/find-exceptions' },
  { text: 'Who did what', link: '/guide/who-did-what' },
  { text: 'Your own backend', link: '/guide/own-backend' },
  { text: 'Hold it against the contract', link: '/guide/conformance' },
  { text: 'The sandbox: the embedded backend', link: '/guide/sandbox' },
  { text: 'Record what a run did', link: '/guide/flight-recorder' },
  { text: 'See calls in traces and metrics', link: '/guide/observability' },
  { text: 'Operations', link: '/operations' },
  { text: 'More than one machine', link: '/scaling' },
  { text: 'Under load', link: '/load' },
  { text: 'Numbers', link: '/numbers' },
];

const reference = [
  { text: 'Commands', link: '/reference/commands' },
  { text: 'Workflows', link: '/reference/workflows' },
  { text: 'Permissions', link: '/reference/permissions' },
  { text: 'Rules of the check', link: '/reference/rules' },
  { text: 'States', link: '/reference/states' },
  { text: 'Taxes', link: '/reference/taxes' },
  { text: 'Requirements', link: '/reference/requirements' },
  { text: 'Errors', link: '/reference/errors' },
  { text: 'HTTP contract', link: '/reference/http' },
  { text: 'API', link: '/api/' },
  { text: 'API of the host', link: '/api/host/' },
];

export default defineConfig({
  title: 'Forecourt',
  description:
    'Back office for fuel-card and fleet-billing providers: workflow SDK, command line and portal',
  cleanUrls: true,
  vite: { publicDir: 'images' },
  srcExclude: ['node_modules/**', 'generate/**', 'openapi/**'],
  // Files of the repository outside the site are named by their path, and are no pages of it.
  ignoreDeadLinks: [
    /^(\.\/)?(\.\.\/)+(packages|examples|bench|scripts|README|CONTRIBUTING)/,
    /127\.0\.0\.1/,
  ],
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Start', link: '/start/staff', activeMatch: '/start/' },
      { text: 'Architecture', link: '/architecture/idea', activeMatch: '/architecture/' },
      { text: 'Guides', link: '/guide/add-a-resource', activeMatch: '/guide/' },
      { text: 'Reference', link: '/reference/commands', activeMatch: '/reference/|/api/' },
      { text: 'Decisions', link: '/decisions/' },
    ],
    sidebar: [
      { text: 'Getting started', items: guide },
      { text: 'Architecture', items: build },
      { text: 'Extend it', items: extend },
      { text: 'Run it', items: run },
      { text: 'Reference', items: reference },
      { text: 'Decisions', items: [{ text: 'All decisions', link: '/decisions/' }] },
    ],
    outline: [2, 3],
  },
});
