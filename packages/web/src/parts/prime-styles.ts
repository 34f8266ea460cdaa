import type { PrimeReactPTOptions } from 'primereact/api';

/**
 * What PrimeReact's elements look like and are called: our classes, made of the brand's tokens, and the roles and names
 * that axe asks for. `undefined` removes an attribute that PrimeReact would set.
 */
export const STYLES: PrimeReactPTOptions = {
  dialog: {
    mask: { className: 'dialog-mask' },
    root: {
      className: 'dialog panel',
      // Keeps the focus inside when a text in it is clicked.
      tabIndex: -1,
      'aria-describedby': undefined,
    },
    header: { className: 'dialog-head' },
    headerTitle: { className: 'dialog-title', role: 'heading', 'aria-level': 2 },
    closeButton: { className: 'button plain square' },
    content: { className: 'dialog-content' },
    footer: { className: 'dialog-foot' },
  },
  confirmdialog: {
    message: { className: 'dialog-body' },
  },
  calendar: {
    root: { className: 'month' },
    panel: { 'aria-label': undefined, 'aria-modal': undefined },
    header: { className: 'month-head' },
    title: { className: 'month-title' },
    previousButton: { className: 'button plain square', 'aria-label': 'Previous month' },
    nextButton: { className: 'button plain square', 'aria-label': 'Next month' },
    day: { role: 'presentation', 'aria-label': undefined },
    dayLabel: ({ context }: { context: { selected: boolean; disabled: boolean } }) => ({
      className: 'month-day',
      role: 'gridcell',
      'aria-selected': context.selected,
      'aria-disabled': context.disabled,
    }),
  },
  steps: {
    menu: { className: 'steps' },
  },
  message: { root: { className: 'notice' } },
  tag: { root: { className: 'badge' } },
  progressbar: {
    root: { className: 'progress', 'aria-valuenow': undefined },
    value: { className: 'progress-value' },
  },
  checkbox: {
    root: { className: 'tick' },
    input: { className: 'tick-input' },
    box: { className: 'tick-box' },
  },
  radiobutton: {
    root: { className: 'tick round' },
    input: { className: 'tick-input' },
    box: { className: 'tick-box' },
    icon: { className: 'tick-dot' },
  },
  inputswitch: {
    root: { className: 'tick switch', role: undefined, 'aria-checked': undefined },
    input: { className: 'tick-input' },
    slider: { className: 'switch-slider' },
  },
};
