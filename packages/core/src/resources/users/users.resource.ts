/**
 * Users: list, record, wizard, rights and passwords. What an account may do at runtime is decided in
 * `permissions`.
 */

import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { pathPart } from '../../resource/path-part.ts';
import type { FieldDefinition, NestedDefinition } from '../../resource/resource.types.ts';
import { type MENU_FLAGS, PERMISSION_FLAGS, USER_MENUS } from './access.ts';
import { type UserField, userForm } from './users.form.ts';
import { type UserNames, userList } from './users.list.ts';
import { type User, userSchema } from './users.schema.ts';

type MenuRow = { readonly menu: string } & Readonly<Record<(typeof MENU_FLAGS)[number], boolean>>;

/** A user's menus, read-only (ACC-06). */
const menus: NestedDefinition<MenuRow> = {
  title: 'Menus',
  empty: MESSAGES.noRecordInTable,
  columns: [
    { field: 'menu', label: 'Menu', kind: 'text' },
    { field: 'read', label: 'Read', kind: 'boolean' },
    { field: 'create', label: 'Create', kind: 'boolean' },
    { field: 'update', label: 'Update', kind: 'boolean' },
    { field: 'delete', label: 'Delete', kind: 'boolean' },
  ],
};

const menuRows = (user: User): readonly MenuRow[] =>
  USER_MENUS.map(([name, menu]) => {
    const { read, create, update, delete: remove } = user[name] ?? {};
    return {
      menu,
      read: read === true,
      create: create === true,
      update: update === true,
      delete: remove === true,
    };
  });

const permissionFields = PERMISSION_FLAGS.map(
  ([field, label]): FieldDefinition<User> => ({
    section: 'Permission',
    field,
    label,
    kind: 'boolean',
  }),
);

/** Users and their permissions (USER-01 to USER-08). */
export const users = defineResource<User, User, UserField, UserNames>({
  ...userList,
  record: {
    path: (id) => `user/${pathPart(id)}`,
    schema: userSchema,
    title: 'User',
    back: 'Back to Users',
    caption: ({ first_name: first, last_name: last }) => [first, last].filter(Boolean).join(' '),
    fields: [
      { section: 'Profile', field: 'first_name', label: 'First Name', kind: 'text' },
      { section: 'Profile', field: 'last_name', label: 'Last Name', kind: 'text' },
      { section: 'Profile', field: 'email', label: 'Email', kind: 'text' },
      { section: 'Profile', field: 'phone', label: 'Contact', kind: 'code' },
      { section: 'Profile', field: 'role', label: 'Role', kind: 'text' },
      {
        section: 'Profile',
        field: 'company',
        label: 'Company',
        kind: 'text',
        leadsTo: { resource: 'customers', by: 'company_name' },
      },
      { section: 'Address', field: 'country', label: 'Country', kind: 'country' },
      { section: 'Address', field: 'province', label: 'Province', kind: 'province' },
      { section: 'Address', field: 'city', label: 'City', kind: 'text' },
      ...permissionFields,
    ],
    nested: [{ rows: menuRows, definition: menus }],
  },
  form: userForm,
});
