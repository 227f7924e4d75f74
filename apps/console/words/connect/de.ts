import type { en } from './en.ts'

export const de: typeof en = {
  title: (name) => `„${name}“ verbinden?`,
  text: 'Das Programm möchte über das Model Context Protocol in Ihrem Namen arbeiten.',
  from: 'Beschrieben von',
  answerTo: 'Antwort geht an',
  thisComputer: 'ein Programm auf Ihrem Rechner',
  workspace: 'Arbeitsbereich',
  power: 'Es darf',
  powers: { read: 'Lesen', write: 'Lesen und ändern' },
  powerHints: {
    read: 'Es liest, was Sie in diesem Arbeitsbereich sehen, und ändert nichts.',
    write:
      'Es liest, schlägt Zyklen vor, führt sie aus und beantwortet Fragen, wie Sie. Ihr Zugriff, Ihre Budgets und das Audit-Log gelten.',
  },
  yours:
    'Nur Sie, auf einer Seite: freigeben, veröffentlichen, Geld, Mitglieder, Schlüssel, Secrets, Löschungen und Richtlinien.',
  local:
    'Jedes Programm auf Ihrem Rechner kann diese Adresse benutzen. Verbinden Sie nur, wenn Sie es gerade selbst gestartet haben.',
  check: 'Den Namen hat das Programm gewählt. Vertrauen Sie den Adressen, nicht dem Namen.',
  connect: 'Verbinden',
  connecting: 'Wird verbunden…',
  decline: 'Nicht verbinden',
  connected: 'Verbunden',
  connectedText:
    'Gehen Sie zurück zum Programm. Es steht in den Einstellungen unter „Schlüssel“, wo Sie es widerrufen können.',
  declined: 'Nicht verbunden',
  declinedText: 'Es wurde nichts geändert. Sie können diese Seite schließen.',
  signedInAs: (email) => `Angemeldet als ${email}.`,
  noWorkspace: 'Sie gehören zu keinem Arbeitsbereich, also kann kein Programm verbunden werden.',
  refused: 'Dieses Programm kann nicht verbunden werden',
  back: 'Dem Programm mitteilen',
  reasons: {
    address: 'Seine Adresse ist keine, unter der Programme bekannt sind: https, mit einem Pfad.',
    unreachable: 'Seine Beschreibung konnte nicht von seiner Adresse gelesen werden.',
    document:
      'Seiner Beschreibung fehlt ein Name oder eine Adresse für die Antwort, oder sie ist kein JSON von höchstens 16 kB.',
    other_client: 'Seine Beschreibung gehört zu einem anderen Programm.',
    authentication: 'Es möchte sich auf eine Art ausweisen, die dieser Server nicht annimmt.',
    redirect: 'Es möchte die Antwort an einer Adresse, die seine Beschreibung nicht nennt.',
    parameter: 'Seine Anfrage ist nicht vollständig, oder sie meint einen anderen Server.',
  },
  codes: {
    too_many_keys: {
      title: 'Sie haben zu viele Schlüssel',
      text: 'Widerrufen Sie in den Einstellungen unter „Schlüssel“ Schlüssel oder Programme, die Sie nicht benutzen.',
    },
  },
}
