import type { Requirements } from './requirement.types.ts';

/** Users, customers, companies and markups. */
export const PEOPLE = {
  'USER-01': {
    rule: 'The user list has these columns and can be searched.',
    surfaces: 'CWL',
    source: ['examples/sandbox/src/users/user-routes.ts'],
    texts: { 'users.noRows': 'No User found.' },
    fixed: { columns: ['Email', 'First Name', 'Last Name', 'Company', 'Phone', 'Role'] },
  },
  'USER-02': {
    rule: 'Each row opens a dialog with the user’s company and permissions; read opens the view by profile id.',
    surfaces: 'W',
    source: [
      'packages/web/src/screens/users/PermissionButton.tsx',
      'packages/cli/src/handlers/users-permissions.ts',
    ],
    texts: { 'users.viewPermission': 'View Permission', 'users.permission': 'Permission' },
  },
  'USER-03': {
    rule: 'A wizard of these steps creates a user; Next needs a valid step, and the user can go back.',
    surfaces: 'CW',
    source: [
      'packages/core/src/resource/form.types.ts',
      'packages/web/src/views/form/FlagGroups.tsx',
    ],
    fixed: { steps: ['Profile', 'Permission', 'Submission'] },
  },
  'USER-04': {
    rule: 'These fields of a user are required, and both passwords must match.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/reference/references.ts',
      'packages/core/src/resources/users/access.ts',
    ],
    fixed: {
      required: [
        ...['first_name', 'last_name', 'email', 'phone', 'password', 'verify_password', 'role'],
        ...['country', 'province', 'city'],
      ],
      phoneLabel: 'Contact',
    },
  },
  'USER-05': {
    rule: 'Province waits for countries and provinces; changing the country clears province and city, changing the province clears the city.',
    surfaces: 'CW',
    source: [
      'packages/core/src/resource/dependent-choices.ts',
      'packages/core/src/resource/form.types.ts',
    ],
  },
  'USER-06': {
    rule: 'Users are read by id or profile id. The repeated password is never sent, and an empty password means unchanged.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/users/users.form.ts',
      'examples/sandbox/src/users/user-routes.ts',
    ],
    fixed: { paths: ['users', 'user'] },
  },
  'USER-07': {
    rule: 'The service stores rights, not flags: a changed flag changes only the rights it stands for, and the review lists the rights that are gained, lost and still held before saving. Every right of a user can be removed at once. Review and command also say whose records the rights cover: those of all companies for an account without a company, which is the provider’s own.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/resources/users/user-change.ts',
      'packages/web/src/views/form/FormReview.tsx',
      'packages/cli/src/drive/saved-record.ts',
      'examples/sandbox/src/users/user-store.ts',
    ],
  },
  'USER-08': {
    rule: 'A password has a minimum length, differs from the e-mail and is not a common one; a phone has 10 digits. Users can change their own password, which ends their other sessions.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/resources/profile/own-password.ts',
      'packages/web/src/screens/profile/PasswordButton.tsx',
      'packages/cli/src/handlers/password.ts',
      'examples/sandbox/src/auth/session-routes.ts',
    ],
    fixed: { shortest: 12, phoneDigits: 10 },
  },
  'USER-09': {
    rule: 'Nobody can grant a right, role or company beyond their own. A right that is taken away is gone at the next call, and the last staff administrator can’t be removed.',
    surfaces: 'S',
    source: ['examples/sandbox/src/users/user-store.ts', 'examples/sandbox/src/http/permit.ts'],
  },
  'CUST-01': {
    rule: 'The customer list has these columns and filters.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/resources/companies/add-company.ts',
      'examples/sandbox/src/customers/customer-routes.ts',
    ],
    fixed: {
      title: 'Customer',
      columns: ['Name', 'Phone', 'Tax Number', 'Crm Id', 'Rate', 'Order', 'Invoice'],
      filters: ['name', 'phone', 'tax_no', 'crm_id', 'rate', 'order_cnt', 'invoice_cnt'],
      button: 'Add Customer Company',
    },
  },
  'CUST-02': {
    rule: 'A customer’s edit form requires name, currency, email and billing address.',
    surfaces: 'CW',
    source: [
      'packages/core/src/resources/customers/customers.form.ts',
      'examples/sandbox/src/customers/customer-routes.ts',
    ],
    texts: {
      'customers.updated': 'Customer Updated Successfully',
      'customers.updateFailed': 'Error while Updating Customer',
      'customers.loadFailed': 'Error fetching customer data. Please refresh your browser.',
    },
    fixed: { title: 'Update Customer', buttons: ['Back', 'Cancel', 'Save'] },
  },
  'CUST-03': {
    rule: 'A customer’s page has its balance by currency and age, what is overdue and unbilled, spend and volume by month, last payments, cards, users, open exceptions, markups and prices, and its contact. Each figure links to the list behind it and is limited to what the account may read.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/client/customer-page.ts',
      'examples/sandbox/src/customers/summary-routes.ts',
      'packages/web/src/screens/customers/CustomerScreen.tsx',
    ],
    fixed: { ages: ['0–30 days', '31–60 days', '61–90 days', 'Over 90 days'] },
  },
  'CUST-04': {
    rule: 'A customer’s statement of a period is a PDF or CSV: by currency the opening balance, everything that moved it in order with the balance after it, the closing balance, and the age of what is open. Opening balance and movements add up to the closing balance, which is what the aging report says is due on that day; the next period begins with it.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/resources/customers/customers.actions.ts',
      'examples/sandbox/src/customers/ledger.ts',
      'examples/sandbox/src/customers/statement.ts',
    ],
  },
  'COMP-01': {
    rule: 'The company list is the second tab of the customers and follows their rights.',
    surfaces: 'CW',
    source: [
      'packages/core/src/resources/companies/add-company.ts',
      'packages/web/src/views/list/ListNeighbours.tsx',
    ],
    texts: {
      'companies.noRows': 'No Company found.',
      'companies.none': 'No Comapny records to show',
      'users.none': 'No User records to show',
    },
    fixed: {
      title: 'Company',
      columns: ['Name', 'Email', 'Phone', 'City', 'State', 'Country'],
    },
  },
  'COMP-02': {
    rule: 'A customer company is created at its route, with these messages at its fields.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/resources/companies/companies.form.ts',
      'packages/web/src/views/form/RecordForm.tsx',
    ],
    texts: {
      'companies.created': 'Customer Company Created Successfully',
      'companies.createFailed': 'Error while Creating Customer Company',
      'companies.cityRequired': 'city is required',
      'companies.contact': 'Invalid contact number',
      'field.email': 'Invalid email address',
      'field.passwords': 'Passwords do not match',
    },
    fixed: {
      title: 'Add Customer Company',
      route: '/customer/add-new',
      required: [
        ...['First Name is required', 'Last Name is required', 'Email is required'],
        ...['Password is required', 'Confirm Password is required', 'Country is required'],
        ...['State is required', 'city is required', 'Company Name is required'],
      ],
      contactDigits: 10,
    },
  },
  'COMP-03': {
    rule: 'A company is registered with fixed business and plan types.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/companies/companies.form.ts',
      'examples/sandbox/src/companies/register-company.ts',
    ],
    texts: {
      'companies.companyCreated': 'Company Created Successfully',
      'companies.companyUpdated': 'Company Updated Successfully',
      'companies.companyCreateFailed': 'Error while Creating Company',
    },
    fixed: {
      call: 'POST fuel-company/register',
      sent: {
        businessType: 68,
        subBusiness: null,
        planType: 34,
        validTill: '2030-12-31',
        companyCode: '',
      },
    },
  },
  'COMP-04': {
    rule: 'A captcha appears if the brand enables it; its result is not required.',
    surfaces: 'W',
    source: [
      'packages/web/src/screens/companies/CaptchaWidget.tsx',
      'packages/core/src/brand/brand.ts',
    ],
  },
  'COMP-05': {
    rule: 'Street addresses are completed after a pause in typing; choosing a place fills in the address.',
    surfaces: 'W',
    source: ['packages/web/src/fields/PlaceField.tsx', 'packages/core/src/client/places.ts'],
    fixed: { delayMs: 300 },
  },
  'MARK-01': {
    rule: 'The markup list has these columns and filters.',
    surfaces: 'CWL',
    source: ['examples/sandbox/src/markups/markup-routes.ts'],
    texts: { 'markups.noRows': 'No Customer Markup found.' },
    fixed: {
      title: 'Customer Markup',
      button: 'Add Markup',
      columns: [
        ...['Customer Company code', 'Customer Company name', 'Markup Value'],
        'Fuel Company Provider',
      ],
      filters: ['customer_id', 'company_name', 'mark_up_value', 'fuel_company_provider'],
    },
  },
  'MARK-02': {
    rule: 'Users add and edit markups in a dialog; the company is not editable, and the value is at least 0.',
    surfaces: 'CW',
    source: [
      'packages/core/src/resources/markups/markups.form.ts',
      'packages/web/src/parts/Dialog.tsx',
    ],
    fixed: {
      titles: ['Add Customer Markup', 'Update Customer Markup'],
      width: '45vw',
      required: [
        ...['Company Name is required', 'Fuel Company Provider is required'],
        'Markup Value is required',
      ],
      smallest: 0,
    },
  },
  'MARK-03': {
    rule: 'A new markup is ACTIVE and has no dates; an update sends id, value and provider.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/markups/markups.form.ts',
      'packages/core/src/resources/reference/references.ts',
    ],
    texts: {
      'markups.created': 'Customer Markup Created Successfully',
      'markups.updated': 'Customer Markup Updated Successfully',
      'markups.createFailed': 'Error while creating markup',
      'markups.updateFailed': 'Error while updating markup',
    },
    fixed: {
      path: 'fuel-customer-markups',
      created: [
        ...['customer_id', 'eob_customer_company_id', 'eob_parent_company_id'],
        ...['fuel_company_id', 'markup_value', 'from_date', 'to_date', 'status'],
      ],
      updated: ['id', 'markupValue', 'fuelCompanyProviderId'],
      status: 'ACTIVE',
    },
  },
} as const satisfies Requirements;
