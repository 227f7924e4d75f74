import type { en } from './en.ts'

const days = (count: number, one: string, many: string) => (count === 1 ? one : many.replace('#', String(count)))

export const de: typeof en = {
  title: 'Regeln',
  text: 'Sofort gespeichert. Projekte mit eigenen Einstellungen behalten sie.',
  textOfProject: 'Was mit einer Änderung geschieht, bevor sie gemergt wird, und mit wartenden Anfragen.',
  own: { workspace: 'In diesem Arbeitsbereich gesetzt.', project: 'In diesem Projekt gesetzt.' },
  inherits: { workspace: 'Vorgabe des Servers', project: 'Vorgabe des Arbeitsbereichs' },
  yes: 'Ja',
  no: 'Nein',
  requiresApproval: 'Die Agentur gibt jede Änderung frei',
  requiresApprovalHint: 'Eine Änderung wird erst gemergt, wenn ein Mensch sie freigegeben hat.',
  shown: 'Wenn nur eigene Tests des Agenten eine Änderung zeigen',
  shownHint: 'Wer sie mergt, vertraut darauf, dass die Tests des Agenten prüfen, was verlangt war.',
  checked: 'Wenn Checks bestehen, aber kein Test die Änderung zeigt',
  checkedHint: 'Dokumentation und Kommentare allein können gemergt werden, während sonst jemand gefragt wird.',
  unverified: 'Wenn kein Check eine Änderung beurteilen kann',
  weakened: 'Wenn eine Änderung die Tests schwächt',
  reviewHint: 'Jemand wird gefragt, sie wird so gemergt, oder sie wird abgelehnt.',
  review: { ask: 'Jemanden fragen', merge: 'Mergen', refuse: 'Ablehnen' },
  reviewOfChecked: {
    ask: 'Jemanden fragen',
    prose: 'Nur Dokumentation mergen',
    merge: 'Mergen',
    refuse: 'Ablehnen',
  },
  model: 'Ein Modell liest Änderungen, bevor sie gemergt werden',
  modelHint: 'Ist es Pflicht, wird jemand gefragt, wo kein Modell sie lesen konnte.',
  models: { on: 'Ja', required: 'Pflicht', off: 'Nein' },
  probes: 'Code suchen, der nur die Tests täuscht',
  probesHint: 'Weitere Läufe nach bestandenen Checks; sie dauern etwa so lange wie diese.',
  probing: { on: 'Ja', off: 'Nein' },
  examiner: 'Zusätzliche Tests eines zweiten Modells',
  examinerHint:
    'Es sieht die Änderung nicht. Solche Tests belegen sie; ein Mensch entscheidet, wenn einer scheitert und die Anforderung ihn verlangt.',
  examining: {
    off: 'Nie',
    shown: 'Wenn nur eigene Tests sie zeigen',
    risky: 'Bei riskanten Änderungen',
    always: 'Bei allen Änderungen',
  },
  packages: 'Ein Mensch entscheidet über neue Pakete',
  packagesHint: 'Über die, die in der Beschreibung nicht vorkommen, über alle, oder über keine.',
  packagesOf: { named: 'Nur ungenannte', ask: 'Immer', merge: 'Nie' },
  mergeChoice: {
    question: 'Was wird von selbst gemergt?',
    text: 'Wähle einmal; später steht es in den Einstellungen. Eine Änderung wartet immer auf dich, wenn kein Test einen Teil davon sieht, den ein Programm ausführt.',
    choices: {
      others: 'Was Tests belegen, die der Agent nicht schrieb',
      own: 'Auch, was nur seine eigenen Tests zeigen',
      texts: 'Auch Texte und Stile, wenn die Checks bestehen',
    },
    means: (merges) =>
      merges
        ? 'Eine Änderung wie die obige wird dann von selbst gemergt.'
        : 'Eine Änderung wie die obige wartet weiter auf dich.',
    ownSettings: 'Eigene Einstellungen',
    fineTune: 'Im Einzelnen',
  },
  merging: {
    title: 'Welche Änderungen gemergt werden',
    each: 'Jede Änderung wartet auf einen Menschen: Das Projekt lässt jede freigeben.',
    merges: 'Von selbst, wenn ihre Prüfung nicht fragt',
    waits: 'Sobald du freigibst',
    refused: 'Nie',
    kinds: {
      proved: 'Änderungen, die ein Test belegt, den ihr Agent nicht schrieb',
      shown: 'Änderungen, die nur die eigenen Tests ihres Agenten zeigen',
      checked: 'Änderungen, die ihre Checks bestehen, ohne dass ein Test sie zeigt',
      prose: 'Änderungen, die nur Dokumentation betreffen',
      unverified: 'Änderungen, die kein Check beurteilen kann',
      unseen: 'Änderungen, deren Prüfung nach einer Datei, einem Aufruf oder einem Teil fragt, den kein Test zeigt',
    },
  },
  remind: 'An wartende Anfragen wird erinnert',
  expire: 'Nicht entschiedene Anfragen werden abgebrochen',
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
