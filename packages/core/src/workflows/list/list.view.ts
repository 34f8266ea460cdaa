import type { SnapshotFrom } from 'xstate';
import { pagerText, pageSizes } from '../../format/paging.ts';
import type { ListRemark, Page } from '../../http/list-dialects.ts';
import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { AnyListed, FieldOf, ListNames, QueryBy } from '../../resource/resource.types.ts';
import { actionsOf } from '../actions-of.ts';
import { when } from '../commands.ts';
import { confirmRemove } from '../confirmations.ts';
import type { listMachine } from './list.machine.ts';
import type { ListData, ListView } from './list.types.ts';

export type ListSnapshot = SnapshotFrom<ReturnType<typeof listMachine>>;

const NO_ROWS = { rows: [], totalRecords: 0, totalPages: 0 };

/** A remark as one account gets it: nobody is offered, or shown how to do, what they may not do. */
function remarkFor(
  { offersText = '', ...remark }: ListRemark,
  actions: Readonly<Record<string, Decision>>,
): ListData<never>['remark'] {
  const offers = remark.offers.filter(({ action }) => actions[action]?.allowed === true);
  const said = offers.length > 0 ? [remark.text, offersText] : [remark.text];
  return { ...remark, text: said.filter((text) => text !== '').join(' '), offers };
}

/** Derives the view of a list (LIST-02, LIST-03, LIST-05, LIST-11). */
export function listView<Row, Names extends ListNames = ListNames<FieldOf<Row>>>(
  { context, value: state }: ListSnapshot,
  definition: AnyListed,
  access: MenuAccess | undefined,
): ListView<Row, Names> {
  // Safe: the rows come from the port of the same definition, and the machine doesn't touch them.
  const page = context.loaded?.page as Page<Row> | undefined;
  const shown = page ?? { ...NO_ROWS, page: context.query.page, size: context.query.size };
  const actions = actionsOf(definition, access);
  const commands = {
    reload: when(state !== 'removing'),
    confirm: when(state === 'confirmingRemove'),
    stay: when(state === 'confirmingRemove'),
    retry: when(state === 'failed'),
    'selection.cleared': when(context.selection.length > 0),
  };
  const data = {
    query: context.query as QueryBy<Names>,
    page,
    pagerText: pagerText(shown),
    sizes: pageSizes(shown),
    selection: context.selection,
    selectedKeys: context.selection.map((id) => context.keys[id] ?? id),
    picked: context.selection.map((id) => context.seen[id] ?? { id }),
    removing: context.removing,
    result: context.result,
    actions,
    remark: page?.remark && remarkFor(page.remark, actions),
    emptyText: page?.rows.length === 0 ? definition.list.texts.noRows : undefined,
    error: context.failure,
  };
  if (state === 'failed' && context.failure) {
    return { status: 'failed', error: context.failure, needs: [], commands, data };
  }
  if (state === 'confirmingRemove') {
    return {
      status: 'pending',
      step: state,
      busy: false,
      needs: [confirmRemove(context.changed)],
      commands,
      data,
    };
  }
  const busy = state === 'loading' || state === 'removing';
  const step = state === 'failed' ? 'ready' : state;
  return { status: 'pending', step, busy, needs: [], commands, data };
}
