import { commandsPage } from './command-pages.ts';
import { loadCommands } from './command-tree.ts';
import { decisionsPage } from './decisions.ts';
import { errorsPage } from './errors.ts';
import { httpPage } from './http.ts';
import { machinePages } from './machines.ts';
import { manPages } from './man-page.ts';
import { code, page, table } from './markdown.ts';
import { permissionsPage } from './permissions.ts';
import { requirementsPage } from './requirements.ts';
import { roomPages } from './rooms.ts';
import { rulesPage } from './rules.ts';
import { statesPage } from './states.ts';
import { taxesPage } from './taxes.ts';

/** Expected files by their path below docs/reference. */
export type References = ReadonlyMap<string, string>;

function workflowsPage(machines: ReturnType<typeof machinePages>): string {
  return page(
    'Workflows',
    'Each flow is a machine and a pure view of it. The diagrams are generated from the machines: ✓ and ✗ mark the success ' +
      'or failure of an effect, `after` a delay. Surfaces never read these states; they read the view.',
    ...machines.flatMap(({ name, about, states, edges }) => [
      `## ${name}`,
      about,
      `![The states of the ${name} workflow](./machines/${name}.svg)`,
      table(
        ['from', 'by', 'to'],
        edges.map(({ from, to, labels }) => [code(from), labels.map(code).join(', '), code(to)]),
      ),
      `Ends in ${
        states
          .filter(({ final }) => final)
          .map(({ name: state }) => code(state))
          .join(', ') || 'no state of its own: it runs as long as it is visible'
      }.`,
    ]),
  );
}

/** Returns all generated references that are in the repository. */
export async function references(): Promise<References> {
  const machines = machinePages();
  const line = await loadCommands();
  return new Map([
    ['commands.md', commandsPage(line.tree, line.globals)],
    ...[...manPages(line)].map(([name, text]) => [`../../packages/cli/man/${name}`, text] as const),
    ['../decisions/index.md', decisionsPage()],
    ...roomPages(),
    ['permissions.md', permissionsPage()],
    ['requirements.md', requirementsPage()],
    ['rules.md', rulesPage()],
    ['states.md', await statesPage()],
    ['taxes.md', taxesPage()],
    ['http.md', httpPage()],
    ['errors.md', errorsPage()],
    ['workflows.md', workflowsPage(machines)],
    ...machines.map(({ name, svg }) => [`machines/${name}.svg`, svg] as const),
  ]);
}
