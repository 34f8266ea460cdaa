import { MESSAGES } from '../../messages/messages.ts';
import { pathPart } from '../../resource/path-part.ts';
import type { ColumnNames, ListedResource } from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { userMeta } from './users.meta.ts';
import { type User, userSchema } from './users.schema.ts';

export const userList = {
  ...userMeta,
  schema: userSchema,
  id: (row) => row.id ?? '',
  routeId: (row) => row.profileid ?? row.id ?? '',
  list: {
    title: 'Users',
    path: 'users',
    columns: [
      { field: 'email', label: 'Email', kind: 'text' },
      { field: 'first_name', label: 'First Name', kind: 'text' },
      { field: 'last_name', label: 'Last Name', kind: 'text' },
      {
        field: 'company',
        label: 'Company',
        kind: 'text',
        leadsTo: { resource: 'customers', by: 'company_name' },
      },
      { field: 'phone', label: 'Phone', kind: 'code' },
      { field: 'role', label: 'Role', kind: 'text', reference: 'roles' },
    ],
    add: { label: 'Add User', action: 'users.create', route: '/user/add-new' },
    brief: {
      names: ['email', 'first_name', 'last_name'],
      about: ['first_name', 'last_name', 'company', 'role'],
    },
    texts: { none: MESSAGES.users.none, noRows: MESSAGES.users.noRows },
  },
  remove: { path: (id) => `users/${pathPart(id)}` },
  export: rowExport(userMeta, 'users', 'Users'),
} satisfies ListedResource<User>;

/** What the list is filtered and sorted by. */
export interface UserNames extends ColumnNames<typeof userList> {}
