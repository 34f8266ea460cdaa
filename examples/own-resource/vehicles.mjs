/**
 * The vehicles of a fleet: a resource of one's own, with a menu of its own. This file imports nothing, so that the SDK,
 * the command line, the portal and the sandbox can all load it as it is.
 */

const FUELS = [
  { key: 'DIESEL', value: 'Diesel' },
  { key: 'GASOLINE', value: 'Gasoline' },
];
const STATUSES = [
  { key: 'ACTIVE', value: 'Active' },
  { key: 'SOLD', value: 'Sold' },
];

/** @type {import('@forecourt/core').OwnResource<import('./vehicles.d.mts').Vehicle>} */
export default {
  shape: 1,
  name: 'vehicles',
  noun: ['vehicle', 'vehicles'],
  menu: { screen: 'VEH', label: 'Vehicles' },
  values: {
    id: 'code',
    plate: 'code',
    make: 'text',
    fuel: 'text',
    tank_litres: 'volume',
    inspected_on: 'day',
    status: 'status',
  },
  list: {
    path: 'vehicles',
    columns: [
      { field: 'plate', label: 'Plate' },
      { field: 'make', label: 'Make' },
      { field: 'fuel', label: 'Fuel', options: FUELS },
      { field: 'tank_litres', label: 'Tank, L' },
      { field: 'inspected_on', label: 'Inspected On' },
      { field: 'status', label: 'Status', options: STATUSES },
    ],
    dateField: 'inspected_on',
    defaultSort: { field: 'plate', direction: 'asc' },
    brief: { names: ['plate'], about: ['make', 'status'] },
  },
  record: { caption: ({ plate }) => plate ?? '' },
  form: {
    fields: [
      { name: 'plate', label: 'Plate', section: 'Vehicle', input: 'text', required: true },
      { name: 'make', label: 'Make', section: 'Vehicle', input: 'text' },
      {
        name: 'fuel',
        label: 'Fuel',
        section: 'Vehicle',
        input: 'choice',
        options: FUELS,
        required: true,
      },
      { name: 'tank_litres', label: 'Tank, L', section: 'Vehicle', input: 'decimal', min: '1' },
      { name: 'inspected_on', label: 'Inspected On', section: 'Vehicle', input: 'day' },
      { name: 'status', label: 'Status', section: 'Vehicle', input: 'choice', options: STATUSES },
    ],
    starts: { status: 'ACTIVE' },
    check: ({ draft }) =>
      /^[A-Z0-9 -]*$/.test(String(draft.plate))
        ? {}
        : {
            plate: [
              { code: 'plate', message: 'Plate may have capitals, digits, blanks and hyphens' },
            ],
          },
    create: true,
    update: true,
  },
  remove: true,
  export: true,
};
