import type { en } from './en.ts'

const days = (count: number, one: string, many: string) => (count === 1 ? one : many.replace('#', String(count)))

export const de: typeof en = {
  title: 'Regeln',
  text: 'Sie gelten in jedem Projekt ohne eigene.',
  textOfProject: 'Was mit einer Änderung geschieht, bevor sie gemergt wird, und mit wartenden Anfragen.',
  own: { workspace: 'In diesem Arbeitsbereich gesetzt.', project: 'In diesem Projekt gesetzt.' },
  inherit: {
    workspace: (value) => `Vorgabe des Arbeitsbereichs: ${value}`,
    instance: (value) => `Vorgabe des Servers: ${value}`,
  },
  inherits: { workspace: 'Vorgabe des Servers', project: 'Vorgabe des Arbeitsbereichs' },
  yes: 'Ja',
  no: 'Nein',
  requiresApproval: 'Die Agentur gibt jede Änderung frei',
  requiresApprovalHint: 'Eine Änderung wird erst gemergt, wenn ein Mensch sie freigegeben hat.',
  checked: 'Eine Änderung, die geprüft ist und die kein Test beweist',
  checkedHint: 'Wird jemand gefragt, so wird doch übernommen, was nur Dokumentation oder Kommentare ändert.',
  unverified: 'Eine Änderung, die keine Prüfung beurteilen kann',
  weakened: 'Eine Änderung, nach der Tests weniger beweisen',
  reviewHint: 'Jemand wird gefragt, sie wird so übernommen, oder sie wird abgelehnt.',
  review: { ask: 'Jemanden fragen', merge: 'Übernehmen', refuse: 'Ablehnen' },
  model: 'Ein Modell liest Änderungen, bevor sie übernommen werden',
  modelHint: 'Ist es Pflicht, wird jemand gefragt, wo kein Modell sie lesen konnte.',
  models: { on: 'Ja', required: 'Pflicht', off: 'Nein' },
  probes: 'Änderungen auf Code prüfen, der die Tests täuscht',
  probesHint: 'Weitere Läufe nach bestandenen Prüfungen; sie dauern etwa so lange wie diese.',
  probing: { on: 'Ja', off: 'Nein' },
  examiner: 'Ein Modell schreibt Tests allein nach der Anforderung',
  examinerHint:
    'Es sieht die Änderung nicht. Ein Mensch entscheidet, wenn ein solcher Test scheitert und die Anforderung ihn verlangt.',
  examining: { off: 'Nie', risky: 'Bei riskanten Änderungen', always: 'Bei allen Änderungen' },
  packages: 'Über neue Pakete entscheidet ein Mensch',
  packagesHint: 'Über die, die in der Beschreibung nicht vorkommen, über alle, oder über keine.',
  packagesOf: { named: 'Nur ungenannte', ask: 'Immer', merge: 'Nie' },
  remind: 'An wartende Anfragen erinnern',
  expire: 'Nicht entschiedene Anfragen abbrechen',
  expireHint: 'Der Lauf endet dann, als wäre die Anfrage abgelehnt worden.',
  every: (hours) =>
    hours === 0 ? 'Nie' : hours % 24 === 0 ? days(hours / 24, 'Jeden Tag', 'Alle # Tage') : `Alle ${hours} Stunden`,
  after: (hours) =>
    hours === 0
      ? 'Nie'
      : hours % 24 === 0
        ? days(hours / 24, 'Nach einem Tag', 'Nach # Tagen')
        : `Nach ${hours} Stunden`,
}
