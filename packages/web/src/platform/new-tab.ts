/** A tab that was opened at a press and waits for a file (TXN-04, INV-10). */
export interface WaitingTab {
  /** The file is there: shows it, if browsers show such files, else says where it went. */
  readonly done: (file: { readonly name: string; readonly location: string }) => void;
  /** There is no file: says so, and why. */
  readonly failed: (message: string, detail?: string) => void;
  /** Nobody waits any longer. */
  readonly close: () => void;
}

/** Browsers show these themselves; anything else would be saved a second time. */
const SHOWN = /\.pdf$/i;

/** How long a tab without anything left to show stays, in ms: long enough to read it. */
const READ_MS = 4_000;

function write(tab: Window, title: string, lines: readonly (string | Node)[]): void {
  const { body } = tab.document;
  tab.document.title = title;
  const panel = tab.document.createElement('main');
  panel.className = 'panel';
  // By script: the policy forbids style attributes, and the first page has no room for more styles.
  Object.assign(panel.style, { maxWidth: '480px', margin: '15vh auto 0', padding: '24px' });
  panel.setAttribute('role', 'status');
  const heading = tab.document.createElement('h1');
  heading.textContent = title;
  panel.append(heading);
  for (const line of lines) {
    const paragraph = tab.document.createElement('p');
    paragraph.append(line);
    panel.append(paragraph);
  }
  body.replaceChildren(panel);
}

/** The page's own styles and brand; the content security policy allows no others. */
function dress(tab: Window): void {
  const root = tab.document.documentElement;
  root.lang = document.documentElement.lang;
  for (const [name, value] of Object.entries(document.documentElement.dataset)) {
    root.dataset[name] = value;
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')) {
    const copy = tab.document.createElement('link');
    copy.rel = 'stylesheet';
    copy.href = link.href;
    tab.document.head.append(copy);
  }
}

/**
 * Opens a tab that says that a file is being made. Call it in the press itself: later, browsers block it. Returns
 * undefined if the browser blocked it even so.
 */
export function openWaitingTab(): WaitingTab | undefined {
  const tab = window.open('', '_blank');
  if (!tab) return undefined;
  dress(tab);
  write(tab, 'Your file is being made', [
    'This may take several minutes. The file is here as soon as it is ready.',
  ]);
  const ifOpen = (work: () => void) => {
    // Whoever closed the tab no longer waits.
    if (!tab.closed) work();
  };
  return {
    done: ({ location, name }) =>
      ifOpen(() => {
        if (SHOWN.test(name)) return tab.location.replace(location);
        const link = tab.document.createElement('a');
        link.href = location;
        link.download = name;
        link.textContent = name;
        write(tab, 'Your file is ready', [
          link,
          'It was saved to your downloads. This tab closes by itself.',
        ]);
        setTimeout(() => tab.close(), READ_MS);
      }),
    failed: (message, detail) =>
      ifOpen(() =>
        write(tab, message, [detail ?? '', 'Nothing was saved. You can close this tab.']),
      ),
    close: () => ifOpen(() => tab.close()),
  };
}
