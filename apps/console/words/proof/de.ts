import type { en } from './en.ts'

export const de: typeof en = {
  download: 'Nachweis herunterladen',
  text: 'Eine signierte Datei mit allem vom Schlüssel der prüfenden Person bis zur Rechnung. Sie lässt sich unabhängig von diesem Server prüfen.',
  downloads:
    'Der Nachweis ist signiert und lässt sich unabhängig von diesem Server prüfen. Der Datensatz enthält die Rohdaten zum Fingerabdruck.',
}
