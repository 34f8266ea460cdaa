import type { Requirements } from './requirement.types.ts';

/** Fuel cards. */
export const CARDS = {
  'CARD-01': {
    rule: 'The card list has these columns. Reefer and UOM are shown, but no form sets them.',
    surfaces: 'CWL',
    source: ['examples/sandbox/src/cards/card-routes.ts'],
    fixed: {
      columns: [
        ...['Number', 'Company', 'Plastic Type', 'Trailer', 'Status', 'Cash Advance'],
        ...['Cash Balance', 'Driver Name', 'Tractor', 'Reefer', 'UOM'],
      ],
    },
  },
  'CARD-02': {
    rule: 'The card list has these buttons; import and assign need create.',
    surfaces: 'W',
    source: ['packages/core/src/resources/cards/cards.actions.ts'],
    fixed: {
      buttons: [
        ...['Import Card', 'Exports Selected', 'Assign Selected Cards To Customer'],
        'Download Sample Card Template',
      ],
    },
  },
  'CARD-03': {
    rule: 'Users import cards from one file.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/http/transfer.ts',
      'packages/web/src/views/dialogs/UploadButton.tsx',
      'packages/cli/src/handlers/upload.ts',
    ],
    texts: {
      'cards.imported': 'Import ManageCard successfully!',
      'cards.importFailed': 'Error while Importing manageCard.',
    },
    fixed: { call: 'POST fuel-card-management/upload-fuel-card-csv', field: 'file' },
  },
  'CARD-04': {
    rule: 'Users export the selected cards as one CSV file: wire names as headings, the words of the screen in its cells.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/workflows/download/download.machine.ts',
      'packages/web/src/views/list/ExportButton.tsx',
    ],
    texts: {
      'cards.selectToExport': 'Please select at least one card to export.',
      'cards.exported': 'Cards Exported Successfully',
      'cards.exportFailed': 'Error while Exporting Card',
    },
    fixed: { call: 'POST fuel-card-management/export', file: 'Cards.csv' },
  },
  'CARD-05': {
    rule: 'Users download the template for a card import as a workbook or CSV.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/resources/cards/cards.actions.ts',
      'packages/web/src/views/dialogs/ActionMenu.tsx',
    ],
    texts: { 'cards.templateFailed': 'Failed to download file. Status: {code}' },
    fixed: {
      call: 'GET fuel-card-management/download-fuel-card-csv',
      files: ['SampleCardTemplate.xlsx', 'SampleCardTemplate.csv'],
    },
  },
  'CARD-06': {
    rule: 'Users assign the selected cards to a customer company.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/resources/cards/cards.actions.ts',
      'examples/sandbox/src/cards/assign-cards.ts',
    ],
    texts: {
      'cards.selectToAssign': 'Please select card to Assign',
      'cards.assigned': 'Cards Assign Successfully',
      'cards.assignFailed': 'Error while Assign Card',
    },
    fixed: { call: 'POST fuel-card-management/assign-card-company-bulk' },
  },
  'CARD-07': {
    rule: 'The assign dialog requires a company; Save is disabled until one is chosen.',
    surfaces: 'W',
    source: [
      'packages/web/src/views/dialogs/ActionDialog.tsx',
      'packages/core/src/resources/cards/cards.actions.ts',
    ],
  },
  'CARD-08': {
    rule: 'The card form has these sections; view is read-only, edit has Cancel and Update, create has Save.',
    surfaces: 'W',
    source: [
      'packages/core/src/resource/form.types.ts',
      'packages/core/src/resources/cards/cards.fields.ts',
    ],
    fixed: {
      sections: [
        ...['Card Management', 'Driver/Vehicle Identifiers', 'Card Properties'],
        ...['Card Monetary Properties', 'Weekly Fuel Purchase Properties'],
        ...['Fuel Purchase Limitation Properties', 'Non-Highway Fuel Purchase Properties'],
      ],
      back: 'List of ManageCard',
    },
  },
  'CARD-09': {
    rule: 'One table defines each card field’s section, kind, label and whether it is required. Number and company are read-only in edit and view.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/cards/cards.fields.ts',
      'examples/sandbox/src/cards/card-store.ts',
    ],
    fixed: {
      required: [
        ...['card_number', 'company_name', 'plastic_type', 'card_type', 'card_status'],
        ...['card_group', 'odometer', 'trip_number', 'usage_above_volume_limits', 'driver_name'],
        ...['driver_id', 'other_id', 'commercial_driver_license', 'vehicle_assigned_to_card'],
        ...['trailer_number', 'cash_advance_type', 'cash_refresh_days', 'refreshing_cash_limits'],
        ...['daily_card_limit', 'debit_dollar_balance', 'refreshing_cash_balance'],
        ...['increment_dash_cash_amount', 'paycheck_balance', 'dash_cash_balance'],
        ...['dash_cash_memo', 'weekly_product_refresh', 'weekly_product_refresh_money_amount'],
        ...['weekly_fuel_quantity_limit', 'weekly_vehicle_quantity_refresh_day'],
        ...['weekly_fuel_quantity_balance', 'daily_vehicle_quantity_limit_in_gallons'],
        'non_highway_fuel_limit',
      ],
      optional: [
        ...['weekly_product_balance', 'transaction_fuel_quantity_limits', 'daily_cash_limit'],
        ...['non_highway_fuel_daily_quantity_limit', 'non_highway_fuel_weekly_quantity_limit'],
        'non_highway_fuel_weekly_refresh_day',
      ],
    },
  },
  'CARD-10': {
    rule: 'Three day maps are JSON text on the wire and weekday checkboxes on screen; N/A excludes the days.',
    surfaces: 'C',
    source: [
      'packages/core/src/resource/form-values.ts',
      'packages/core/src/resources/cards/cards.form.ts',
    ],
    fixed: {
      fields: [
        ...['cash_refresh_days', 'weekly_vehicle_quantity_refresh_day'],
        'non_highway_fuel_weekly_refresh_day',
      ],
      days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'na'],
    },
  },
  'CARD-11': {
    rule: 'A card is ACTIVE (RELEASE on the wire) or HOLD; the badge’s colour follows the status. A card on hold says since when, by whom and why; whoever puts it on hold, by action or form, may say why.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/cards/cards.schema.ts',
      'packages/core/src/format/values.ts',
    ],
    fixed: {
      choices: { RELEASE: 'ACTIVE', HOLD: 'HOLD' },
      green: ['Open', 'ACTIVE'],
      red: ['Closed', 'INACTIVE'],
      amber: ['NSF', 'HOLD'],
    },
  },
  'CARD-12': {
    rule: '`paycheck_balance` and `pay_check_balance` are one field; core reads either name.',
    surfaces: 'C',
    source: ['packages/core/src/resources/cards/cards.schema.ts'],
  },
  'CARD-13': {
    rule: 'Empty card lists and saved cards have these texts.',
    surfaces: 'W',
    source: ['packages/core/src/messages/messages.ts'],
    texts: {
      'cards.none': 'No Manage cards records to show',
      'cards.noRows': 'No Manage cards found.',
      'cards.created': 'ManageCard Created Successfully',
      'cards.updated': 'ManageCard Updated Successfully',
      'cards.createFailed': 'Error while Creating ManageCard',
      'cards.updateFailed': 'Error while updating ManageCard',
    },
  },
  'CARD-14': {
    rule: 'This path creates, reads, updates and deletes cards.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/cards/cards.form.ts',
      'examples/sandbox/src/cards/card-routes.ts',
    ],
    fixed: { path: 'fuel-card-management' },
  },
} as const satisfies Requirements;
