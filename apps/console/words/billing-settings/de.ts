import type { en } from './en.ts'

export const de: typeof en = {
  forAdministrators: 'Inhaber und Administratoren ändern das.',
  allClients: 'Alle Kunden',
  oneClient: 'Ein Kunde',

  reminders: {
    title: 'Zahlungserinnerungen',
    ofClient: (days) =>
      days === '' ? 'Automatische Zahlungserinnerungen sind aus.' : `Automatische Zahlungserinnerungen: ${days}.`,
    change: 'Ändern',
    text: 'Eine Erinnerung ist eine E-Mail mit der Rechnung an deren Rechnungsadresse. Jede wird einmal gesendet, an ihrem Tag, und nie für bezahlte oder stornierte Rechnungen.',
    off: 'Aus.',
    on: (days) => `An: ${days}.`,
    days: {
      before: (count) => (count === 1 ? '1 Tag vorher' : `${count} Tage vorher`),
      on: 'am Tag der Fälligkeit',
      after: (count) => (count === 1 ? '1 Tag danach' : `${count} Tage danach`),
    },
    add: 'Erinnerung hinzufügen',
    remove: (day) => `Erinnerung ${day} entfernen`,
    count: 'Tage',
    when: 'Wann',
    sides: { before: 'vor der Fälligkeit', after: 'nach der Fälligkeit' },
    wrong: '0 bis 30 vorher, 0 bis 90 danach, und jeder Tag einmal.',
    nothingBefore: 'Erinnerungen, die vor dem Speichern fällig waren, werden nicht gesendet.',
    clientText: 'Ohne eigene Tage gelten für einen Kunden die Tage aller Kunden.',
    choice: 'Für diesen Kunden',
    choices: { inherited: 'Wie für alle Kunden', own: 'Eigene Tage', none: 'Keine' },
    states: {
      inherited: (days) => `Wie für alle Kunden: ${days}.`,
      inheritedOff: 'Wie für alle Kunden: aus.',
      own: (days) => `Eigene: ${days}.`,
      none: 'Keine für diesen Kunden.',
    },
  },

  books: {
    title: 'Buchungen für DATEV',
    text: 'Für die Steuerkanzlei: jede Rechnung nach Steuersatz, vom Konto des Kunden auf das Erlöskonto. Frage sie nach diesen Nummern.',
    consultant: 'Beraternummer',
    client: 'Mandantennummer',
    yearStart: 'Das Wirtschaftsjahr beginnt im',
    digits: 'Stellen der Sachkonten',
    chart: 'Kontenrahmen',
    noChart: 'Anderer',
    accounts: 'Erlöskonten',
    accountsText: 'Eines je Steuersatz. Ein BU-Schlüssel nur, wenn das Konto seine Steuer nicht kennt.',
    taxClass: 'Steuersatz',
    account: 'Konto',
    taxKey: 'BU-Schlüssel',
    add: 'Konto hinzufügen',
    remove: (name) => `Das Konto von ${name} entfernen`,
    clientText: 'Das Konto jedes Kunden, mit einer Stelle mehr.',
    debtor: 'Debitorenkonto',
    debtorHint: (digits) => `${digits} Stellen; die erste ist 1 bis 6.`,
    missing: 'Das fehlt.',
    numberWrong: (least, most) => `Eine Zahl von ${least} bis ${most}.`,
    accountWrong: (digits) => `${digits} Stellen.`,
    keyWrong: 'Eine bis vier Stellen.',
    twice: 'Dieser Steuersatz hat schon ein Konto.',
  },

  exports: {
    format: 'Als',
    formats: {
      owed: 'Außenstände: eine Zeile je Kunde (CSV)',
      invoices: 'Tabelle: eine Zeile je Rechnung (CSV)',
      taxes: 'Tabelle: eine Zeile je Steuer (CSV)',
      lines: 'Tabelle: eine Zeile je Position (CSV)',
      datev: 'Buchungen für DATEV',
    },
    euroOnly: 'Nur Rechnungen in Euro',
    datevDays: 'DATEV braucht beide Tage, in einem Wirtschaftsjahr.',
    lacks: 'Es fehlt:',
    fields: { consultantNumber: 'Beraternummer', clientNumber: 'Mandantennummer' },
    taxClass: (name) => `Konto des Steuersatzes ${name}`,
    debtor: (name) => `Debitorenkonto von ${name}`,
    which: 'Diese:',
    table: 'CSV herunterladen',
  },

  codes: {
    accounting_lacks: 'Für die Buchungen fehlt etwas. Es wurde keine Datei gemacht.',
    datev_other_currencies:
      'Es gibt Rechnungen in anderen Währungen. DATEV braucht den Wechselkurs, der hier nicht erfasst ist. Lass sie weg und buche sie von Hand.',
    datev_two_fiscal_years: 'Die Tage liegen in zwei Wirtschaftsjahren. Exportiere jedes Jahr einzeln.',
    datev_amount_too_large:
      'Ein Betrag ist zu groß für eine Buchung. Er hat höchstens zehn Stellen vor dem Komma. Buche diese Rechnung von Hand, und wähle andere Tage.',
    datev_too_many_rows: 'Es ist mehr, als hineinpasst. Wähle weniger Tage.',
    days_reversed: 'Der erste Tag liegt nach dem letzten. Tausche sie.',
  },
}
