import { can, viewKey } from '@forecourt/core';
import type { Hono } from 'hono';
import type { Selectable } from 'kysely';
import { actorOf, recordChange } from '../audit/audit.ts';
import type { ViewsTable } from '../db/schema-people.ts';
import type { Reader, Writer } from '../db/store.ts';
import { refuseField } from '../forms/sent-record.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { answerRecord, etagOf, ifMatch } from '../http/if-match.ts';
import { knownBody } from '../http/known-fields.ts';
import { permit, signedIn } from '../http/permit.ts';
import { notFound, Problem } from '../http/problem.ts';
import { readingOf, readList, readName, readView, type SentView } from './view-body.ts';

type ViewRow = Selectable<ViewsTable>;

/** Most views of a user: for one list, and for all. */
const MAX_VIEWS = 50;
const MAX_IN_ALL = 200;

/** Fields of a view as it is sent, and those of one as it was read. */
const FIELDS = ['name', 'filters', 'sort', 'from', 'to', 'columns', 'default', 'list', 'etag'];

/** The version of a view that doesn't exist yet: `If-Match: "0"` only creates (LIST-15). */
const NOT_YET = { version: 0 };

const shown = ({ content, is_default, list, name }: ViewRow) => ({
  list,
  name,
  ...(JSON.parse(content) as object),
  default: is_default === 1,
});

const viewsOf = (read: Reader | Writer, userId: number) =>
  read.selectFrom('views').selectAll().where('user_id', '=', userId);

/** The caller's own view that the path names, in whatever case. */
function named(c: AppContext) {
  const { userId } = signedIn(c);
  const list = readList(c.req.param('list') ?? '');
  const name = readName(c.req.param('name'));
  const find = (read: Reader | Writer, wanted = name) =>
    viewsOf(read, userId)
      .where('list', '=', list)
      .where('name_key', '=', viewKey(wanted))
      .executeTakeFirst();
  return { userId, list, name, find };
}

async function refuseTooMany(tx: Writer, userId: number, list: string): Promise<void> {
  const rows = await tx.selectFrom('views').select('list').where('user_id', '=', userId).execute();
  if (rows.filter((row) => row.list === list).length >= MAX_VIEWS) {
    throw refuseField('/name', `A list has at most ${MAX_VIEWS} views. Delete one first.`);
  }
  if (rows.length < MAX_IN_ALL) return;
  throw refuseField('/name', `An account has at most ${MAX_IN_ALL} views. Delete one first.`);
}

/** Stores the view, and takes the default from the list's other views if it is the default now. */
async function store(
  tx: Writer,
  { list, name, userId }: Pick<ViewRow, 'list' | 'name'> & { readonly userId: number },
  before: ViewRow | undefined,
  { content, isDefault, name: renamed = before?.name ?? name }: SentView,
): Promise<ViewRow> {
  if (isDefault) {
    await tx
      .updateTable('views')
      .set({ is_default: 0 })
      .where('user_id', '=', userId)
      .where('list', '=', list)
      .execute();
  }
  const row: ViewRow = {
    user_id: userId,
    list,
    name: renamed,
    name_key: viewKey(renamed),
    content: JSON.stringify(content),
    is_default: isDefault ? 1 : 0,
    version: (before?.version ?? 0) + 1,
  };
  if (before === undefined) await tx.insertInto('views').values(row).execute();
  else {
    await tx
      .updateTable('views')
      .set(row)
      .where('user_id', '=', userId)
      .where('list', '=', list)
      .where('name', '=', before.name)
      .execute();
  }
  return row;
}

/** Named views of lists: each user's own, and nobody else's (LIST-15). */
export function viewRoutes(app: Hono<AppEnv>): void {
  app.get('/views', permit('views.list'), async (c) => {
    const rows = await viewsOf(c.get('services').store.read, signedIn(c).userId)
      .orderBy('list')
      .orderBy('name')
      .execute();
    return c.json(rows.map((row) => ({ ...shown(row), etag: etagOf(row) })));
  });

  app.put('/views/:list/:name', permit('views.save'), async (c) => {
    const { find, list, name, userId } = named(c);
    const readable = can(signedIn(c).access, readingOf(list));
    if (!readable.allowed) throw refuseField('/list', readable.reason.message);
    const sent = readView(await knownBody(c, FIELDS));
    const matches = ifMatch(c, 'views.list');
    const row = await c.get('services').store.write(async (tx) => {
      const before = await find(tx);
      await matches(before ?? NOT_YET, () => (before ? shown(before) : null));
      if (before === undefined) await refuseTooMany(tx, userId, list);
      const own = before?.name ?? name;
      const target = sent.name ?? own;
      const taken = target === own ? undefined : await find(tx, target);
      if (taken && taken.name !== own) {
        throw new Problem(409, `There is already a view '${taken.name}'.`);
      }
      const saved = await store(tx, { list, name, userId }, before, sent);
      await recordChange(tx, actorOf(c, signedIn(c)), {
        action: 'views.save',
        resource: 'views',
        recordId: `${list}/${saved.name}`,
        changes: { default: sent.isDefault, ...(target !== own && { renamed_from: own }) },
      });
      return saved;
    });
    return answerRecord(c, row, shown(row));
  });

  app.delete('/views/:list/:name', permit('views.remove'), async (c) => {
    const { find, list, userId } = named(c);
    const matches = ifMatch(c, 'views.list');
    await c.get('services').store.write(async (tx) => {
      const before = await find(tx);
      if (!before) throw notFound('This view');
      await matches(before, () => shown(before));
      await tx
        .deleteFrom('views')
        .where('user_id', '=', userId)
        .where('list', '=', list)
        .where('name', '=', before.name)
        .execute();
      await recordChange(tx, actorOf(c, signedIn(c)), {
        action: 'views.remove',
        resource: 'views',
        recordId: `${list}/${before.name}`,
      });
    });
    return c.json({});
  });
}
