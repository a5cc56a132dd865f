import well from 'icon:circle-check';
import warning from 'icon:triangle-alert';
import type { Status } from '../../api/records.ts';
import { Icon } from '../../parts/display/icon.tsx';
import { t } from '../../text/text.ts';

interface Fault {
  readonly sentence: string;
  readonly isIncident?: boolean;
}

/** The problems of the service, with their remedies. */
function faultsOf({ database, data_directory, warnings, status }: Status): readonly Fault[] {
  const texts = t().admin;
  const known = new Map(Object.entries(texts.warnings));
  const faults = [
    ...(database ? [] : [{ sentence: texts.databaseFails }]),
    ...(data_directory ? [] : [{ sentence: texts.directoryFails }]),
    ...warnings.map((code) => ({
      sentence: known.get(code) ?? texts.otherWarning(code),
      isIncident: code === 'incident_open',
    })),
  ];
  return status === 'failed' && faults.length === 0 ? [{ sentence: texts.failing }] : faults;
}

/** Shows the problems of the service, or that there are none. */
export function Warnings({ status }: { readonly status: Status }) {
  const faults = faultsOf(status);
  return (
    <div role="status" class="stack">
      {faults.length === 0 && (
        <p class="all-well">
          <Icon of={well} />
          <span>{t().admin.allWell}</span>
        </p>
      )}
      {faults.map(({ sentence, isIncident }) => (
        <p key={sentence} class="warning">
          <Icon of={warning} />
          <span>
            {sentence} {isIncident === true && <a href="/admin/incidents">{t().admin.toIncidents}</a>}
          </span>
        </p>
      ))}
    </div>
  );
}
