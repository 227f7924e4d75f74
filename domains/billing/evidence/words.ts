import type { Language } from '../billables/contract/identities.ts'
import type { SourceKind } from '../billables/rules.ts'

const en = {
  title: (number: string) => `What invoice ${number} rests on`,
  invoice: 'Invoice',
  issued: 'Date of issue',
  voided: 'Void since',
  from: 'From',
  to: 'Bill to',
  total: 'Total',
  hash: 'SHA-256',
  origins: {
    decision: 'Approved work',
    cycle: 'A cycle of work',
    task: 'A task',
    entry: 'Entered by a person; nothing else stands behind it',
  } satisfies Record<SourceKind, string>,
  correction: 'A correction',
  deleted: 'The work is deleted',
  approvedBy: 'Approved by',
  somebody: 'somebody who is gone',
  signed: 'signed with a passkey',
  revision: 'Revision',
  commit: 'Commit',
  withheld: {
    withdrawn: 'Its snapshot is withdrawn from clients',
    too_large: 'Its snapshot is left out: all together are too large',
  },
  check: 'How to check this',
  told: [
    'The attached file evidence.json holds all of it, with the snapshots that were approved and their signatures.',
    'atelier verify evidence evidence.json checks its hashes, sums and signatures without a server.',
    'Compare the SHA-256 above with one that reached you another way. A sign � stands for a character that no font here has; the file has it.',
  ],
}

const de: typeof en = {
  title: (number) => `Worauf Rechnung ${number} beruht`,
  invoice: 'Rechnung',
  issued: 'Rechnungsdatum',
  voided: 'Storniert am',
  from: 'Von',
  to: 'Rechnung an',
  total: 'Gesamtbetrag',
  hash: 'SHA-256',
  origins: {
    decision: 'Freigegebene Arbeit',
    cycle: 'Ein Arbeitszyklus',
    task: 'Eine Aufgabe',
    entry: 'Von Hand eingetragen, ohne weitere Belege',
  },
  correction: 'Eine Korrektur',
  deleted: 'Die Arbeit ist gelöscht',
  approvedBy: 'Freigegeben von',
  somebody: 'jemandem, den es nicht mehr gibt',
  signed: 'mit einem Passkey unterschrieben',
  revision: 'Version',
  commit: 'Commit',
  withheld: {
    withdrawn: 'Der Stand ist für Kunden zurückgezogen',
    too_large: 'Der Stand fehlt hier, weil alle zusammen zu groß sind',
  },
  check: 'So lässt es sich prüfen',
  told: [
    'Die angehängte Datei evidence.json enthält alles, mit den freigegebenen Ständen und ihren Unterschriften.',
    'atelier verify evidence evidence.json prüft Hashes, Summen und Unterschriften ohne Server.',
    'Vergleichen Sie den SHA-256 oben mit einem, den Sie auf anderem Weg erhalten haben. Das Zeichen � ersetzt eines, das in den Schriften fehlt; in der Datei steht es.',
  ],
}

export const words: Readonly<Record<Language, typeof en>> = { en, de }
