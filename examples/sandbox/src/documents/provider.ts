/** The sender of invoices and reports; invented, like all demo data. */
export const PROVIDER = {
  name: 'Forecourt Fleet Services Inc.',
  address: ['Suite 1400, 20 Bay Street', 'Toronto, ON  M5J 2N8', 'Canada'],
  phone: '416 555 0170',
  email: 'billing@forecourt.test',
  taxNumber: '80412 7735 RT0001',
  quebecTaxNumber: '1229 840 615 TQ0001',
  /** Where cheques go, and accounts to pay into by currency. */
  cheques: 'PO Box 4410, Station A, Toronto, ON  M5W 3K7',
  accounts: {
    CAD: 'Institution 899 · Transit 20417 · Account 100 448 7',
    USD: 'Institution 899 · Transit 20417 · Account 700 448 3',
  },
} as const;
