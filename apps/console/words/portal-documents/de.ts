import type { en } from './en.ts'

export const de: typeof en = {
  files: 'Dateien, die dazugehören',
  download: 'Herunterladen',
  downloading: 'Wird geladen…',
  downloadOf: (name) => `${name} herunterladen`,
  manifest: 'Die Liste von allem, was dazugehört',
  documents: 'Dokumente',
  all: 'Alle Dokumente zum Herunterladen',
  text: (agency) => `Alles, was ${agency} Ihnen zum Aufheben gegeben hat, das Neueste zuerst.`,
  none: 'Noch gibt es nichts herunterzuladen',
  noneText: (agency) => `Dateien, die ${agency} Ihnen liefert, und Ihre Rechnungen stehen hier.`,
  differs:
    'Was ankam, ist nicht die Datei, die veröffentlicht wurde. Sie wurde nicht gespeichert. Sagen Sie es der Agentur.',
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
      text: 'Vielleicht ist eine neuere Fassung veröffentlicht. Laden Sie die Seite neu.',
    },
  },
}
