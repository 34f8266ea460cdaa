let pressed = false;
const waiting: (() => void)[] = [];

const release = () => {
  pressed = false;
  // What the release clicks comes first.
  setTimeout(() => {
    for (const work of waiting.splice(0)) work();
  });
};

if (typeof document !== 'undefined') {
  // The menu of the other button may take its release.
  document.addEventListener('pointerdown', ({ button }) => (pressed = button === 0), true);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, true);
}

/**
 * Runs this now or, while a pointer is pressed, once it has been released. Leaving a field by pressing a button shows the
 * field's error, which moves the button away from under the pointer: the press would be lost.
 */
export function afterPress(work: () => void): void {
  if (pressed) waiting.push(work);
  else work();
}
