import type { AnyResource } from '../../resource/resource.types.ts';
import type { RecordContext } from './record.context.ts';
import { openForm } from './record.form.ts';
import type { RecordCall } from './record.types.ts';

type Secrets = Readonly<Record<string, string>>;

/** The call that a draft, or a deletion, ends in. */
export function callOf(
  definition: AnyResource,
  context: RecordContext,
  secrets: Secrets,
): RecordCall {
  const { doing, input, key: idempotencyKey = '', mode } = context;
  const { name, remove } = definition;
  if (doing === 'remove') {
    if (remove === undefined) throw new TypeError(`${name} has no way to delete.`);
    const path = remove.path(input.id ?? '');
    return { operation: `${name}.delete`, method: 'DELETE', path, idempotencyKey };
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
  };
}
