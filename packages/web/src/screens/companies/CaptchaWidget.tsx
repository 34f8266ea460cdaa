// The build without inline styles and workers, which the content security policy forbids.
import 'altcha/external';
import type { AltchaWidgetElement } from 'altcha/external';
import type {} from 'altcha/types/react';
import { useEffect, useRef } from 'react';
import { makeChallenge } from './captcha-challenge.ts';
import './captcha.css';

const ONE_WORKER = 1;

$altcha.algorithms.set(
  'SHA-256',
  () => new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' }),
);

/** The captcha widget; nothing verifies its proof (COMP-04). */
export function CaptchaWidget() {
  const widget = useRef<AltchaWidgetElement>(null);
  useEffect(() => {
    const configure = async () => {
      // The element gets its methods a microtask after it is inserted, and React may run this effect before that.
      await Promise.resolve();
      await widget.current?.configure({
        challenge: makeChallenge(),
        workers: ONE_WORKER,
        type: 'native',
        hideLogo: true,
        hideFooter: true,
        humanInteractionSignature: false,
      });
    };
    void configure();
  }, []);
  return (
    <section className="panel form-section captcha" aria-label="Captcha">
      <altcha-widget ref={widget} name="captcha" language="en" />
    </section>
  );
}
