import type { AnyResource } from '../../resource/resource.types.ts';
import type { RecordContext } from './record.context.ts';
import { openForm } from './record.form.ts';
import type { RecordCall } from './record.types.ts';

type Secrets = Readonly<Record<string, string>>;

/** For that version alone, where one is known (WIRE-05). */
const versionOf = ({ input: { id } }: RecordContext, ifMatch: string | undefined) =>
  id === undefined || ifMatch === undefined ? {} : { id, ifMatch };

/** The call that a draft, or a deletion, ends in. */
export function callOf(
  definition: AnyResource,
  context: RecordContext,
  secrets: Secrets,
): RecordCall {
  const { doing, input, key: idempotencyKey = '', mode, removeEtag } = context;
  const { name, remove } = definition;
  if (doing === 'remove') {
    if (remove === undefined) throw new TypeError(`${name} has no way to delete.`);
    const path = remove.path(input.id ?? '');
    const version = versionOf(context, removeEtag ?? context.etag);
    return { operation: `${name}.delete`, method: 'DELETE', path, idempotencyKey, ...version };
  }
  const open = openForm(definition, context);
  const verb = mode === 'create' ? 'create' : 'update';
  const call = open?.form[verb];
  if (open === undefined || call === undefined) throw new TypeError(`${name} has no ${verb}.`);
  const { body, method, path } = call;
  return {
    operation: `${name}.${verb}`,
    method,
    path: path(open.state),
    json: body(open.state, secrets),
    idempotencyKey,
    ...(verb === 'update' && versionOf(context, context.etag)),
  };
}
