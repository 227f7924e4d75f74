import type { en } from './en.ts'

export const de: typeof en = {
  files: 'Dateien',
  records: 'Für Ihre Unterlagen',
  download: 'Herunterladen',
  downloading: 'Wird geladen…',
  downloadOf: (name) => `${name} herunterladen`,
  plainText: 'Text',
  manifest: 'Inhalt (JSON)',
  bill: 'Stückliste (JSON)',
  documents: 'Dokumente',
  text: (agency) => `Dateien und Rechnungen von ${agency}.`,
  none: 'Noch keine Dokumente',
  noneText: (agency) => `Dateien, die ${agency} liefert, und Ihre Rechnungen erscheinen hier.`,
  differs: 'Die Datei ist nicht die veröffentlichte, also wurde sie nicht gespeichert. Sagen Sie es der Agentur.',
  codes: {
    deliverable_artifact_not_kept: {
      title: 'Diese Datei ist nicht mehr aufgehoben',
      text: 'Sie wurde veröffentlicht, und ihr Zeichen bleibt, aber die Datei selbst ist weg. Bitten Sie die Agentur darum.',
    },
    deliverable_artifact_differs: {
      title: 'Diese Datei ist beschädigt',
      text: 'Was gespeichert ist, ist nicht, was veröffentlicht wurde, also bekommen Sie es nicht. Sagen Sie es der Agentur.',
    },
    not_found: {
      title: 'Diese Datei gibt es nicht mehr',
      text: 'Vielleicht ist eine neuere Version veröffentlicht. Laden Sie die Seite neu.',
    },
  },
}
