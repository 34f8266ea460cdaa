import { formatValue, type HeldGuard, type ImportView, type Need } from '@forecourt/core';
import { NeedField } from '../../fields/NeedField.tsx';

type FlagsNeed = Extract<Need, { kind: 'flags' }>;

interface GuardFormProps {
  readonly view: ImportView;
  readonly needs: readonly Need[];
  readonly onAnswer: (name: string, value: unknown) => void;
  readonly onAccept: () => void;
}

const placesText = ({ errors }: HeldGuard): string =>
  `${formatValue('integer', errors)} ${errors === 1 ? 'place' : 'places'}`;

function Guard({
  guard,
  need,
  onAnswer,
}: { readonly guard: HeldGuard; readonly need: FlagsNeed } & Pick<GuardFormProps, 'onAnswer'>) {
  const { fix, rule, message } = guard;
  return (
    <label>
      <input
        type="checkbox"
        checked={need.value[rule] === true}
        onChange={({ target }) => onAnswer(need.name, { ...need.value, [rule]: target.checked })}
      />
      <span>
        <code>{rule}</code> ({placesText(guard)}): {message}. {fix} I have checked it, and the file
        is right.
      </span>
    </label>
  );
}

/**
 * Accepts, with a reason, the guards that alone hold a file back; the service records who did and
 * why (TXN-15).
 */
export function GuardForm({ view, needs, onAnswer, onAccept }: GuardFormProps) {
  const flags = needs.find((need): need is FlagsNeed => need.name === 'guards');
  const reason = needs.find((need) => need.name === 'reason');
  if (!flags || !reason) return null;
  const { accept } = view.commands;
  const why = accept.allowed ? undefined : accept.reason.message;
  return (
    <fieldset className="doubts guards notice warn">
      <legend className="unseen">To accept before sending</legend>
      {view.data.report?.guards.map((guard) => (
        <Guard key={guard.rule} guard={guard} need={flags} onAnswer={onAnswer} />
      ))}
      <NeedField
        need={reason}
        disabled={false}
        onChange={(value) => onAnswer(reason.name, value)}
      />
      <p className="quiet">Your name, the rules and this reason are recorded in the audit trail.</p>
      <div className="guards-foot">
        <button
          type="button"
          className="button"
          disabled={!accept.allowed}
          aria-describedby={why ? 'accept-why' : undefined}
          onClick={onAccept}
        >
          Accept and check again
        </button>
        {why && (
          <p className="why" id="accept-why">
            {why}
          </p>
        )}
      </div>
    </fieldset>
  );
}
