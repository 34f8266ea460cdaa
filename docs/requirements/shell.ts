import type { Requirements } from './requirement.types.ts';

/** Routes, menus, brands and what surrounds every screen. */
export const SHELL = {
  'SHELL-01': {
    rule: 'The portal has these routes, and each area has its own list, add, edit and view routes.',
    surfaces: 'W',
    source: ['packages/web/src/routes.tsx', 'examples/sandbox/src/portal/serve-portal.ts'],
    fixed: {
      routes: [
        ...['/', '/Dashboard', '/UserProfile', '/profile', '/Profile', '/tracking-logs'],
        ...['/transactions', '/transactions/add-new', '/transactions/:id/edit'],
        ...['/transactions/:id/view', '/managercards', '/managercards/add-new'],
        ...['/managercards/:id/edit', '/managercards/:id/view', '/invoices', '/invoices/add-new'],
        ...['/invoices/:id/edit', '/invoices/:id/view', '/invoices/payments'],
        ...['/smartbuy', '/smartbuy/add-new', '/smartbuy/:id/edit'],
        ...['/truckcare', '/truckcare/add-new', '/truckcare/:id/edit'],
        ...['/reporting', '/reporting/add-new', '/reporting/:id/edit'],
        ...['/customer', '/customer/add-new', '/customer/:id/edit', '/customer/:id/summary'],
        ...['/customer-markup', '/customer-markup/add-new', '/customer-markup/:id/edit'],
        ...['/dailyrates', '/dailyrates/add-new', '/dailyrates/:id/edit'],
        ...['/user', '/user/add-new', '/user/:id/edit', '/user/:id/view'],
      ],
    },
  },
  'SHELL-02': {
    rule: 'The root shows the sign-in form; with an authorization cookie it redirects to the cards.',
    surfaces: 'W',
    source: ['packages/web/src/root.tsx'],
    fixed: { signedIn: '/managercards' },
  },
  'SHELL-03': {
    rule: 'The address of a transaction view has its authentication id, that of an invoice its number.',
    surfaces: 'W',
    source: [
      'packages/core/src/resource/resource.types.ts',
      'packages/core/src/resources/invoices/invoices.schema.ts',
    ],
  },
  'SHELL-04': {
    rule: 'Any other path shows a not-found screen.',
    surfaces: 'W',
    source: ['packages/web/src/root.tsx', 'packages/web/src/shell/NotFound.tsx'],
  },
  'SHELL-05': {
    rule: 'List and view routes need read, add needs create, edit needs update. The payments route always exists; its data need the right to read invoices.',
    surfaces: 'CW',
    source: ['packages/core/src/permissions/can.ts', 'packages/web/src/shell/Guarded.tsx'],
    texts: {
      permissionDenied: "You don't have permission to access this page, contact your administrator",
    },
    fixed: { list: 'read', view: 'read', add: 'create', edit: 'update' },
  },
  'SHELL-06': {
    rule: 'A private route without a session leads to the root and returns after signing in.',
    surfaces: 'W',
    source: ['packages/web/src/platform/asked-route.ts', 'packages/web/src/root.tsx'],
  },
  'SHELL-07': {
    rule: 'The top menu has these entries in this order, each visible only with read on its menu.',
    surfaces: 'CW',
    source: ['packages/core/src/resources/menu.ts', 'packages/core/src/permissions/can.ts'],
    fixed: {
      menu: [
        ...['Dashboard', 'Customer', 'Markup', 'Users', 'Cards', 'Reporting', 'Transactions'],
        ...['Daily Rates', 'Invoices', 'Smart Buy', 'Truck Care'],
      ],
    },
  },
  'SHELL-08': {
    rule: 'The user menu has Profile, Switch Account (disabled unless eligible) and Logout.',
    surfaces: 'W',
    source: ['packages/web/src/shell/UserMenu.tsx'],
    fixed: { menu: ['Profile', 'Switch Account', 'Logout'] },
  },
  'SHELL-09': {
    rule: 'Brands are data, chosen by exact host and then by the longest suffix; the first is the fallback. A deployment supplies its own list without a rebuild.',
    surfaces: 'CW',
    source: ['packages/core/src/brand/brand.ts', 'packages/web/src/brand/brand.ts'],
    fixed: { brands: 4, titleBegins: 'Welcome to', list: '/brands.json' },
  },
  'SHELL-10': {
    rule: 'The dashboard is a heading above actual figures and charts. Each links to the list behind it and is limited to what the account may read.',
    surfaces: 'W',
    source: [
      'packages/core/src/client/dashboard.ts',
      'examples/sandbox/src/dashboard/dashboard-routes.ts',
    ],
  },
  'SHELL-11': {
    rule: 'Smart Buy lists the cheapest stations of a day, of a company with its markup and the products that its cards may buy, and maps them; Truck Care lists the spend on oil, DEF and non-highway products by unit. Generic add and edit screens have a Back button into the portal and need the rights of SHELL-05.',
    surfaces: 'W',
    source: [
      'examples/sandbox/src/smartbuy/smartbuy-list.ts',
      'examples/sandbox/src/truckcare/truckcare-list.ts',
      'packages/web/src/screens/areas/AreaScreen.tsx',
    ],
    texts: {
      'smartBuy.none': 'No smart buy records to show',
      'truckCare.none': 'No Truck Care records to show',
    },
  },
  'SHELL-12': {
    rule: 'A page that fails shows a panel with a way to retry; one screen’s crash leaves the shell usable.',
    surfaces: 'W',
    source: ['packages/web/src/shell/ErrorPanel.tsx', 'packages/web/src/shell/ScreenBoundary.tsx'],
    texts: { pageError: 'Oops! Something broke, we are working on a fix.' },
  },
  'SHELL-13': {
    rule: 'Every screen works from 360 px up and by keyboard only, and passes WCAG 2.2 AA in every brand, light and dark.',
    surfaces: 'W',
    source: ['packages/web/src/theme/base.css'],
    fixed: { narrowest: 360 },
  },
  'SHELL-14': {
    rule: 'The tracking logs are the trail: events with person and account, imports, night reports and e-mails, filtered by kind, person and day, and a timeline for each record.',
    surfaces: 'W',
    source: [
      'packages/core/src/resources/trail/describe-event.ts',
      'packages/core/src/resources/trail/trail.list.ts',
      'examples/sandbox/src/trail/trail-list.ts',
    ],
  },
} as const satisfies Requirements;
