/** What commands need to know of a resource, as plain data. */
import { type ActionDefinition, RESOURCES, type RegisteredResource } from '@forecourt/core';

type Noun = readonly [singular: string, plural: string];

export interface ActionEntry {
  readonly name: string;
  readonly label: string;
  readonly on: 'row' | 'selection' | 'list';
  /** Asks for confirmation unless --yes is passed. */
  readonly asks: boolean;
  /** Downloads a file. */
  readonly file: boolean;
}

export interface ResourceEntry {
  readonly name: string;
  readonly noun: Noun;
  readonly dated: boolean;
  readonly hasRecord: boolean;
  /** Its amounts can be summed by currency. */
  readonly totals: boolean;
  readonly export: { readonly fileName: string } | undefined;
  readonly create: boolean;
  readonly update: boolean;
  readonly remove: boolean;
  /** The resource whose rows open its form. */
  readonly from: { readonly name: string; readonly noun: string } | undefined;
  readonly actions: readonly ActionEntry[];
  readonly upload: { readonly label: string; readonly accept: readonly string[] } | undefined;
  readonly bundle: readonly string[] | undefined;
  /** Changes of several records in one run; `runs` names the action that does it for one. */
  readonly bulk: readonly BulkEntry[];
}

export interface BulkEntry {
  readonly name: string;
  readonly label: string;
  readonly runs: string | undefined;
  /** Fields that the change of a form's values has besides: the reason of a hold. */
  readonly fields: readonly { readonly name: string; readonly label: string }[];
}

type AnyAction = Pick<ActionDefinition, 'file' | 'label' | 'name' | 'on' | 'preview'>;

const actionEntry = ({ file, label, name, on, preview }: AnyAction): ActionEntry => ({
  name,
  label,
  on,
  asks: preview !== undefined,
  file: file !== undefined,
});

/** Finds the resource with a row action that opens this resource's form. */
async function openerOf(name: string): Promise<ResourceEntry['from']> {
  for (const registered of RESOURCES) {
    const { noun, rowForms = [] } = await registered.loadListDefinition();
    if (rowForms.some(({ resource }) => resource === name)) {
      return { name: registered.name, noun: noun[0] };
    }
  }
  return undefined;
}

/** Reads a resource's definition. */
export async function toEntry({
  name,
  noun,
  record,
  ...registered
}: RegisteredResource): Promise<ResourceEntry> {
  const { list, ...listed } = await registered.loadListDefinition();
  const { form } = await registered.loadDefinition();
  const exported = listed.export;
  return {
    name,
    noun,
    dated: list.dateField !== undefined,
    hasRecord: record !== undefined,
    totals: list.totals !== undefined,
    export: exported && { fileName: exported.fileName },
    create: form?.create !== undefined,
    update: form?.update !== undefined,
    remove: listed.remove !== undefined,
    from: await openerOf(name),
    actions: (listed.actions ?? []).map(actionEntry),
    upload: listed.upload && { label: listed.upload.label, accept: listed.upload.accept },
    bundle: listed.bundle?.types.map(({ key }) => key),
    bulk: (listed.bulk ?? []).map(({ fields = [], label, name, runs }) => ({
      name,
      label,
      runs,
      fields: fields.map((field) => ({ name: field.name, label: field.label })),
    })),
  };
}
