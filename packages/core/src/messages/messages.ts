import { LOGIN_MESSAGES } from './login-messages.ts';

/**
 * Every literal text of the product, defined once and including its odd spellings
 * (docs/reference/requirements.md).
 */
export const MESSAGES = {
  succeeded: 'Operation completed Successfully!',
  failed: 'Operation Failed!',
  operationError: 'Error while performing operation. Please refresh your browser',
  pageError: 'Oops! Something broke, we are working on a fix.',
  permissionDenied: "You don't have permission to access this page, contact your administrator",
  noRecordInTable: 'No Record found',
  noRecordInDropdown: 'No record found!',
  field: {
    email: 'Invalid email address',
    number: (label: string) => `${label} must be a number`,
    whole: (label: string) => `${label} must be a whole number`,
    thousands: (rule: string, example: string) =>
      `${rule}, with commas between thousands only: ${example}`,
    digitsOnly: (rule: string, example: string) =>
      `${rule}, written with the digits 0 to 9 only: ${example}`,
    places: (label: string, places: number) =>
      `${label} may have at most ${places} digits after the decimal point`,
    digits: (label: string) => `${label} has too many digits`,
    least: (label: string, min: string) => `${label} must be ${min} or more`,
    most: (label: string, max: string) => `${label} must be ${max} or less`,
    day: (label: string) => `${label} must be a date, such as 2026-11-20`,
    instant: (label: string) => `${label} must be a date with a time, such as 2026-11-20 14:05`,
    noTime: (label: string, day: string) =>
      `${label} must be a date with a time: ${day} has no time. Add one, such as 14:05`,
    year: (label: string, day: string) =>
      `${label} must be in the years 2000 to 2040: ${day} reads as ${day.slice(0, 4)}`,
    choice: (label: string) => `${label} must be one of the choices`,
    readOnly: 'It is shown here and changed elsewhere.',
    viewing: 'The record is open for reading.',
    oneLine: (label: string) => `${label} may not contain line breaks or control characters`,
    controls: (label: string) => `${label} may not contain control characters`,
    scripts: (label: string, word: string, scripts: readonly string[]) =>
      `${label} mixes ${scripts.join(' and ')} letters in '${word}', so that it looks like another name. Type the word in one alphabet`,
    passwords: 'Passwords do not match',
    phone: (label: string) => `${label} must have 10 digits`,
  },
  filter: {
    day: (label: string) => `${label} must be a day: 20/11/26 or 2026-11-20`,
    noRange: (label: string) =>
      `${label} has no from and to: it is, contains or begins with a text`,
    noBeginning: (label: string) => `${label} is filtered by from and to, not by its beginning`,
    emptyRange: (label: string) => `${label}: from is after to`,
    emptyAmounts: (label: string) => `${label}: from is more than to`,
    oneOfDays: (label: string) =>
      `${label}: only one of its days can be relative, such as 'last month'. Leave out the others`,
    unknown: (field: string) => `This list has no field '${field}'`,
  },
  password: {
    short: 'A password needs at least 12 characters',
    email: 'A password must differ from the email and its name',
    common: 'This password is one of the most used. Choose another',
    same: 'The new password must differ from the current one',
    current: 'Current Password is required',
    note: 'All your other sessions end when the password changes.',
    changed: 'Password changed. All other sessions are over.',
    failed: 'The password was not changed.',
  },
  upload: {
    required: 'File is required',
    wrongType: (accept: readonly string[]) => `Only ${accept.join(', ')} files are taken`,
    tooLarge: (bytes: number) => `The file may have at most ${bytes} bytes`,
  },
  login: LOGIN_MESSAGES,
  switch: {
    title: 'Switch Profile',
    banner: 'Operating from switched account',
    back: 'Switch back',
  },
  leave: {
    header: 'Are you sure want to leave ?',
    message: 'There are some unsaved changes ?',
    stay: 'Stay',
    leave: 'Leave',
  },
  remove: {
    message: 'Record will be deleted forever. Do you wish to continue?',
    cancel: 'Cancel',
    confirm: 'Delete Record',
    changed:
      'This record was changed by someone else meanwhile. Delete it as it is now? It will be deleted forever.',
    moved:
      'This record was changed by someone else meanwhile and is not on this page any more. It was not deleted.',
  },
  cards: {
    none: 'No Manage cards records to show',
    noRows: 'No Manage cards found.',
    selectToExport: 'Please select at least one card to export.',
    selectToAssign: 'Please select card to Assign',
    exported: 'Cards Exported Successfully',
    exportFailed: 'Error while Exporting Card',
    assigned: 'Cards Assign Successfully',
    assignFailed: 'Error while Assign Card',
    imported: 'Import ManageCard successfully!',
    importFailed: 'Error while Importing manageCard.',
    created: 'ManageCard Created Successfully',
    updated: 'ManageCard Updated Successfully',
    createFailed: 'Error while Creating ManageCard',
    updateFailed: 'Error while updating ManageCard',
    shortened:
      'Excel has shortened this number: format the column as text and enter all digits again',
    notNumber: 'Card Number must be 6 to 20 digits, with nothing but blanks or hyphens between',
    daysOrNa: 'N/A can not be combined with days',
    templateFailed: (status: number | string) => `Failed to download file. Status: ${status}`,
  },
  transactions: {
    noRows: 'No Transaction found.',
    noCard: (text: string) => `There is no card ${text}. Search by number, driver or company`,
    needsPurchase: 'A transaction needs at least one purchase',
    selectToExport: 'Please select at least one transaction to export.',
    exported: 'Transactions Exported Successfully',
    exportFailed: 'Error while exporting transactions.',
    imported: 'Import transactions successfully!',
    importFailed: 'Error while Importing transactions.',
    importWarning:
      'Importing may take several minutes. It opens a new tab with a file to download.',
    created: 'Transaction Created Successfully',
    updated: 'Transaction Updated Successfully',
    createFailed: 'Error while Creating Transaction',
    updateFailed: 'Error while updating Transaction',
    noAttachments: 'No attachments to show',
    noPurchase: 'No purchase',
  },
  invoices: {
    noRows: 'No Invoice found.',
    noFuelRows: 'No Fuel Invoice found.',
    selectToExport: 'Please select an invoice to export.',
    created: 'Invoice Created Successfully',
    updated: 'Invoice Updated Successfully',
    createFailed: 'Error while Creating Invoice',
    updateFailed: 'Error while updating Invoice',
    downloaded: (type: string) => `Invoice Download ${type} Successfully`,
    downloadFailed: (type: string) => `Error while Downloading ${type} Invoice`,
    emailed: 'Invoice emailed successfully!',
    emailFailed: 'Error while sending invoice email.',
    emailQuestion: 'Send this invoice to its company by e-mail?',
    emailedBefore: (times: number, when: string, to: string) =>
      times === 1
        ? `It was sent before: ${when}${to === '' ? '' : ` to ${to}`}.`
        : `It was sent ${times} times before, last ${when}${to === '' ? '' : ` to ${to}`}.`,
    downloadTitle: 'Export selected invoices to a ZIP file',
    downloadWarning: 'It opens a new tab and may take several minutes.',
    locked: (status: string) => `It stays as it is while the invoice is ${status}.`,
    negativeTotal: 'Total cannot be less than 0.',
    negativeDue: 'Amount due cannot be less than 0.',
    dueTooMuch: (limit: string) =>
      `Amount due cannot exceed ${limit}, the total less what was paid.`,
    ofPurchases: 'It comes from the purchases that the invoice bills.',
    dateLimits: (label: string) => `${label} must be between 01/01/2000 and a year from today.`,
    dueBeforeIssued: 'Date Due cannot be before Date Issued.',
    endBeforeStart: 'End Date cannot be before Start Date.',
    stillDue: 'An invoice is Fully Paid only when nothing is due.',
    nothingPaid: 'Nothing was paid on it. Close it instead.',
    notPaidYet: 'Nothing was paid on it yet. Choose another status.',
    nothingDue: 'Nothing is due on it. Choose another status.',
    paidDraft: 'Something was paid on it: it is no draft any more. Choose another status.',
    numberCharacters:
      'An invoice number has Latin letters, the digits 0 to 9, single spaces and - _ . / # only, and begins with a letter or a digit.',
    numberLength: 'An invoice number has at most 64 characters.',
    creditLeft: (amount: string) =>
      `Credits exceed purchases by ${amount}. They stay unbilled: take a longer period.`,
    companyIsBoth: (company: string, id: string, other: string) =>
      `'${company}' is the name of the company with the id ${id}, and the id of ${other}. Say name:${company} or id:${company}.`,
    noCompany: (company: string) => `There is no company ${company}.`,
    voided: 'Invoice Voided Successfully',
    voidFailed: 'Error while voiding Invoice',
  },
  payments: {
    noRows: 'No Invoice Payments found.',
    required: 'This field is required.',
    tooMuch: 'Amount paid cannot exceed amount due.',
    tooLittle: 'Amount paid must be more than 0.',
    ofInvoice: 'It comes from the invoice.',
    inFull: 'Pay in full',
    paid: 'Paid on',
    isPaid: (number: string) => `Nothing is due on invoice ${number}: it is paid.`,
    isVoid: (number: string) => `Invoice ${number} is void: nothing can be paid on it.`,
    nothingDue: (number: string) => `Nothing is due on invoice ${number}.`,
    dateLimits: 'Payment Date must be between 01/01/20 and today.',
    dueChanged: (before: string, now: string) => `Amount due changed from ${before} to ${now}.`,
    created: 'Invoice Payment Created Successfully',
    createFailed: 'Error while creating Invoice Payment',
    reversed: 'Invoice Payment Reversed Successfully',
    reverseFailed: 'Error while reversing Invoice Payment',
    reverseSettled: 'The list shows it with its reason. Nothing was changed now.',
  },
  customers: {
    updated: 'Customer Updated Successfully',
    updateFailed: 'Error while Updating Customer',
    loadFailed: 'Error fetching customer data. Please refresh your browser.',
    statementSaved: 'Statement saved',
    statementFailed: 'The statement could not be made',
  },
  companies: {
    none: 'No Comapny records to show',
    noRows: 'No Company found.',
    created: 'Customer Company Created Successfully',
    createFailed: 'Error while Creating Customer Company',
    cityRequired: 'city is required',
    /** No screen uses these three; the specification lists them (COMP-03). */
    companyCreated: 'Company Created Successfully',
    companyUpdated: 'Company Updated Successfully',
    companyCreateFailed: 'Error while Creating Company',
    contact: 'Invalid contact number',
  },
  markups: {
    noRows: 'No Customer Markup found.',
    created: 'Customer Markup Created Successfully',
    updated: 'Customer Markup Updated Successfully',
    createFailed: 'Error while creating markup',
    updateFailed: 'Error while updating markup',
  },
  users: {
    none: 'No User records to show',
    noRows: 'No User found.',
    viewPermission: 'View Permission',
    permission: 'Permission',
    created: 'User Created Successfully',
    updated: 'User Updated Successfully',
    createFailed: 'Error while Creating User',
    updateFailed: 'Error while updating User',
    rightsGained: 'Rights gained',
    rightsLost: 'Rights lost',
    switching: 'Switch Profile',
    rightsKept: 'Stays on',
    rightsHeld: 'Still holds',
    rightsOther: 'Rights that no permission here stands for; saving keeps them',
    removeEveryRight: 'Remove every right',
    everyRightRemoved: 'Every right is removed.',
    adminHasRights: 'An Admin has every right. Choose the role User first.',
    included: (source: string) => `part of ${source}`,
    beyondOwn: 'You can only give rights that you have yourself.',
    ownPassword: 'Change your own password in your profile.',
    ownEmail: 'You can’t change your own email. Another administrator can.',
  },
  rates: {
    providerRequired: 'This is required field',
    uploaded: 'Upload daily rates successfully!',
    uploadFailed: 'Error while uploading daily rates.',
  },
  smartBuy: {
    none: 'No smart buy records to show',
    former: (day: string) => `These are the prices of ${day}, not of today.`,
  },
  truckCare: { none: 'No Truck Care records to show' },
  reports: {
    generated: 'Report Gegerating Successfully',
    failed: 'Error while Gegerating Report',
    unanswered: 'Error Gegerating Report. Please refresh your browser.',
    emailed: 'The report was sent.',
    emailFailed: 'The report was not sent.',
  },
} as const;

/**
 * Returns '{Label} is required' (FORM-06), for a required field without its own text.
 *
 * @param label the field's label
 */
export const required = (label: string): string => `${label} is required`;
