import type { en } from './en.ts'

const days = (count: number, one: string, many: string) => (count === 1 ? one : many.replace('#', String(count)))

export const de: typeof en = {
  title: 'Regeln',
  text: 'Wird sofort gespeichert. Ein Projekt kann eigene Regeln haben.',
  textOfProject: 'Wird sofort gespeichert. Was hier nicht gesetzt ist, gilt wie im Arbeitsbereich.',
  own: { workspace: 'In diesem Arbeitsbereich gesetzt.', project: 'In diesem Projekt gesetzt.' },
  inherits: { workspace: 'Vorgabe des Servers', project: 'Vorgabe des Arbeitsbereichs' },
  more: 'Weitere Regeln',
  yes: 'Ja',
  no: 'Nein',
  requiresApproval: 'Jede Änderung braucht eine Freigabe',
  requiresApprovalHint: 'Vorher wird nichts gemergt.',
  shown: 'Wenn nur eigene Tests des Agenten eine Änderung zeigen',
  shownHint: 'Wer sie mergt, vertraut darauf, dass diese Tests das Richtige prüfen.',
  checked: 'Wenn Checks bestehen, aber kein Test die Änderung zeigt',
  checkedHint: 'Reine Dokumentation kann gemergt werden, während zum Rest jemand gefragt wird.',
  unverified: 'Wenn kein Check eine Änderung beurteilen kann',
  weakened: 'Wenn eine Änderung die Tests schwächt',
  review: { ask: 'Jemanden fragen', merge: 'Mergen', refuse: 'Ablehnen' },
  reviewOfChecked: {
    ask: 'Jemanden fragen',
    prose: 'Nur Dokumentation mergen',
    merge: 'Mergen',
    refuse: 'Ablehnen',
  },
  model: 'Ein Modell prüft Änderungen vor dem Mergen',
  modelHint: 'Ist das Pflicht und kein Modell verfügbar, wird jemand gefragt.',
  models: { on: 'Ja', required: 'Pflicht', off: 'Nein' },
  probes: 'Nach Code suchen, der nur die Tests austrickst',
  probesHint: 'Dauert nach bestandenen Checks noch einmal etwa so lange wie sie.',
  probing: { on: 'Ja', off: 'Nein' },
  examiner: 'Ein zweites Modell schreibt weitere Tests',
  examinerHint: 'Nach dem Auftrag, ohne die Änderung zu sehen. Schlägt einer fehl, entscheidet ein Mensch.',
  examining: {
    off: 'Nie',
    shown: 'Wenn nur eigene Tests sie zeigen',
    risky: 'Bei riskanten Änderungen',
    always: 'Bei allen Änderungen',
  },
  packages: 'Ein Mensch entscheidet über neue Pakete',
  packagesOf: { named: 'Außer der Auftrag nennt sie', ask: 'Immer', merge: 'Nie' },
  mergeChoice: {
    question: 'Was wird automatisch gemergt?',
    text: 'Das kannst du später in den Einstellungen ändern. Code, den kein Test abdeckt, wartet immer auf dich.',
    hint: 'Code, den kein Test abdeckt, wartet immer auf dich.',
    choices: {
      others: 'Was unabhängige Tests belegen',
      own: 'Auch, was nur die Tests des Agenten zeigen',
      texts: 'Auch Texte und Stile mit bestandenen Checks',
    },
    means: (merges) =>
      merges
        ? 'Eine Änderung wie die obige wird dann automatisch gemergt.'
        : 'Eine Änderung wie die obige wartet weiter auf dich.',
    ownSettings: 'Eigene Einstellungen',
  },
  remind: 'An wartende Anfragen erinnern',
  expire: 'Offene Anfragen abbrechen',
  expireHint: 'Der Lauf endet, als wäre die Anfrage abgelehnt.',
  every: (hours) =>
    hours === 0 ? 'Nie' : hours % 24 === 0 ? days(hours / 24, 'Jeden Tag', 'Alle # Tage') : `Alle ${hours} Stunden`,
  after: (hours) =>
    hours === 0
      ? 'Nie'
      : hours % 24 === 0
        ? days(hours / 24, 'Nach einem Tag', 'Nach # Tagen')
        : `Nach ${hours} Stunden`,
}
