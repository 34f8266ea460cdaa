import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../http/problem.ts';

export interface Mail {
  /** Name and address of the brand. */
  readonly from: { readonly brand: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly at: Date;
  readonly attachment: {
    readonly filename: string;
    readonly content: Uint8Array;
    readonly contentType: string;
  };
}

/** Where e-mails go: a folder, or the SMTP server of that address. */
export interface MailSettings {
  readonly outboxDir: string;
  readonly smtpUrl: string | undefined;
}

/** An address in parts: a brand's name can contain commas and quotes. */
const sender = ({ address, brand }: Mail['from']) => ({ name: `${brand} Billing`, address });
const PATIENCE_MS = 10_000;

async function toFolder(folder: string, { at, ...mail }: Mail): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const message = { date: at, ...mail, from: sender(mail.from), attachments: [partOf(mail)] };
  const { message: text } = await writer.sendMail(message);
  await mkdir(folder, { recursive: true });
  const name = `${at.toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}.eml`;
  // Programs that watch the folder never see half an e-mail.
  await writeFile(join(folder, `.${name}`), text as Buffer);
  await rename(join(folder, `.${name}`), join(folder, name));
}

const partOf = ({ attachment }: Pick<Mail, 'attachment'>) => ({
  ...attachment,
  content: Buffer.from(attachment.content),
});

/** Adds time limits to the address, unless it sets them. */
function withPatience(url: string): string {
  const address = new URL(url);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(PATIENCE_MS));
  }
  return address.href;
}

async function toServer(url: string, { at, ...mail }: Mail): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const server = createTransport(withPatience(url));
  try {
    await server.sendMail({
      date: at,
      ...mail,
      from: sender(mail.from),
      attachments: [partOf(mail)],
    });
  } catch (error) {
    // The server's message can contain its address and user, so it is only logged.
    console.error(`An e-mail was not sent: ${(error as { code?: string }).code ?? 'unknown'}.`);
    throw new Problem(502, 'The mail server did not take the e-mail. Try again later.', {
      cause: error,
    });
  } finally {
    server.close();
  }
}

/** Sends an e-mail. Throws a 502 if the mail server can't be reached or refuses it. */
export const sendMail = (settings: MailSettings, mail: Mail): Promise<void> =>
  settings.smtpUrl === undefined
    ? toFolder(settings.outboxDir, mail)
    : toServer(settings.smtpUrl, mail);
