import { useId } from 'preact/hooks';
import { type ApiError, faultIn } from '../../api/api-error.ts';
import { Field } from '../../parts/forms/form.tsx';
import { language } from '../../text/language.ts';
import { t } from '../../text/text.ts';

/** Bytes per unit; decimal, as storage is sold. */
const UNITS = { MB: 1e6, GB: 1e9, TB: 1e12 } as const;
type Unit = keyof typeof UNITS;

const NAMES: readonly Unit[] = ['MB', 'GB', 'TB'];

function unitOf(bytes: number): Unit {
  return NAMES.findLast((unit) => bytes >= UNITS[unit]) ?? 'MB';
}

function amountOf(bytes: number): string {
  return new Intl.NumberFormat(language.value, { useGrouping: false, maximumFractionDigits: 12 }).format(
    bytes / UNITS[unitOf(bytes)],
  );
}

interface QuotaFieldProps {
  /** Null: no limit. */
  readonly bytes: number | null;
  readonly error: ApiError | undefined;
}

/** The space of an account: a number and its unit. {@link quotaIn} reads it. */
export function QuotaField({ bytes, error }: QuotaFieldProps) {
  const texts = t().admin;
  const id = useId();
  return (
    <div class="quota">
      <Field
        label={texts.quota}
        name="quota_bytes"
        initial={bytes === null ? '' : amountOf(bytes)}
        hint={texts.quotaHint}
        error={error}
      />
      <div class="field">
        <label for={id}>{texts.unit}</label>
        <select id={id} name="unit">
          {NAMES.map((unit) => (
            <option key={unit} selected={unit === (bytes === null ? 'GB' : unitOf(bytes))}>
              {unit}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** The bytes that a {@link QuotaField} specifies; null: no limit. @throws {ApiError} the input is not a number */
export function quotaIn(values: Readonly<Record<string, string>>): number | null {
  const typed = (values['quota_bytes'] ?? '').trim().replace(',', '.');
  if (typed === '') return null;
  const unit = NAMES.find((name) => name === values['unit']) ?? 'GB';
  if (!/^\d+(?:\.\d+)?$/.test(typed)) throw faultIn('quota_bytes', t().admin.quotaWrong);
  return Math.round(Number(typed) * UNITS[unit]);
}
