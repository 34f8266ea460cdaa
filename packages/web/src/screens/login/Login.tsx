import {
  authenticate,
  LOGIN_MESSAGES,
  type LoginField,
  loginWorkflow,
  type Need,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { loadAccess } from '../../platform/load-access.ts';
import { usePortal } from '../../platform/portal-context.ts';
import { sessionEnd } from '../../platform/session-end.ts';
import './login.css';

type FieldNeed = Extract<Need<LoginField>, { kind: 'field' }>;

interface CredentialProps {
  readonly need: FieldNeed;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}

function Credential({ need, readOnly, onChange }: CredentialProps) {
  const id = useId();
  // Errors show only after blur: a half-typed e-mail is always malformed.
  const [left, setLeft] = useState(false);
  const fault = left ? need.issues[0]?.message : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{need.label}</label>
      <input
        id={id}
        className="input"
        type={need.input}
        name={need.name}
        autoComplete={need.secret ? 'current-password' : 'username'}
        required={need.required}
        readOnly={readOnly}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onBlur={() => setLeft(true)}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  );
}

function useLogin(onSignedIn: () => void) {
  const { client } = usePortal();
  const [view, send] = useWorkflow(
    () =>
      loginWorkflow({
        signIn: (credentials, signal) => authenticate(client, credentials, signal),
        loadAccess: (signal) => loadAccess(client, signal),
      }),
    {},
  );
  const done = view.status === 'done';
  useEffect(() => {
    if (done) onSignedIn();
  }, [done, onSignedIn]);
  // Keeps the fields visible while the service is asked.
  const [needs, setNeeds] = useState<readonly Need<LoginField>[]>([]);
  const asked = 'needs' in view ? view.needs : [];
  if (asked.length > 0 && asked !== needs) setNeeds(asked);
  return { view, send, needs: asked.length > 0 ? asked : needs };
}

interface LoginProps {
  readonly onSignedIn: () => void;
  /** Called at the first sign that somebody will sign in, to preload the portal. */
  readonly onIntent: () => void;
}

/** The login (AUTH-01): e-mail, password, Enter or Sign in. */
export function Login({ onSignedIn, onIntent }: LoginProps) {
  const { brand } = usePortal();
  const { view, send, needs } = useLogin(onSignedIn);
  const { submit } = view.commands;
  const [ended] = useState(sessionEnd.why);
  const busy = view.status === 'done' || (view.status === 'pending' && view.busy);
  const card = useRef<HTMLFormElement>(null);
  const failed = view.status === 'failed';
  // Nothing comes before the e-mail. A press of the button loses the focus with it: what to type again has it instead
  // (SHELL-13).
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    card.current?.querySelector<HTMLElement>(`[type=${failed ? 'password' : 'email'}]`)?.focus();
  }, [failed]);
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  return (
    <main className="login">
      <form ref={card} className="login-card" aria-label="Sign in" noValidate onSubmit={submitForm}>
        <div className="login-brand">
          <img src={brand.logo} alt="" width="44" height="44" />
          <h1>{brand.name}</h1>
          <p className="quiet">Sign in to your fleet account.</p>
        </div>
        <div role="alert">
          {view.status === 'failed' && (
            <p className="notice bad">
              <Icon name="warning" />
              <span>
                {view.error.message} {view.error.detail}
              </span>
            </p>
          )}
          {view.status !== 'failed' && ended !== undefined && (
            <p className="notice warn">
              <Icon name="warning" />
              <span>
                {LOGIN_MESSAGES.ended} {ended}
              </span>
            </p>
          )}
        </div>
        {needs.map(
          (need) =>
            need.kind === 'field' && (
              <Credential
                key={need.name}
                need={need}
                readOnly={busy}
                onChange={(value) => {
                  onIntent();
                  send({ type: 'field.changed', name: need.name, value });
                }}
              />
            ),
        )}
        <button type="submit" className="button primary" disabled={!submit.allowed}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {busy ? 'Signing in …' : 'Sign in'}
        </button>
        <p className="login-links">
          {brand.forgotPasswordUrl && <a href={brand.forgotPasswordUrl}>Forgot password?</a>}
          {brand.signUpUrl && <a href={brand.signUpUrl}>Sign up</a>}
        </p>
      </form>
    </main>
  );
}
