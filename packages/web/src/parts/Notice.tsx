import { Message } from 'primereact/message';
import type { ReactNode } from 'react';
import { Prime } from './Prime.tsx';

interface NoticeProps {
  readonly tone: 'good' | 'warn' | 'bad' | 'busy';
  /** An alert is read out at once; a status when the reader pauses. */
  readonly role: 'alert' | 'status';
  readonly children: ReactNode;
}

/** A message in a form, dialog or report. */
export const Notice = ({ tone, role, children }: NoticeProps) => (
  <Prime>
    <Message
      className={tone === 'busy' ? 'check-busy' : tone}
      content={children}
      pt={{ root: { role, 'aria-live': role === 'alert' ? 'assertive' : 'polite' } }}
    />
  </Prime>
);
