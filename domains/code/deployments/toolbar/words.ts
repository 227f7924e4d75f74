/** Texts of the toolbar in a preview. `{…}` is filled in by its script. */
export const toolbarWords = {
  en: {
    name: 'Atelier',
    comment: 'Comment here',
    choose: 'Click the place that you mean. Escape cancels.',
    pinned: '{path}, {left} px from the left, {top} px from the top',
    text: 'Your comment',
    send: 'Send',
    sending: 'Sending…',
    cancel: 'Cancel',
    sent: 'Sent to the conversation of the cycle.',
    sentWithoutPicture: 'Sent to the conversation of the cycle. There is no stored picture of this page.',
    review: 'Review and approve',
    close: 'Hide the toolbar',
    noCycle: 'Not a preview of a cycle: comments belong to cycles.',
    shared: 'Sign in to comment.',
    covered: 'Something covers this toolbar. Comments can be sent when all of it is seen.',
    expired: 'This toolbar has expired. Load the page again.',
    failed: 'The comment was not sent. Try again.',
    archived: 'This project is archived and takes no comments.',
  },
  de: {
    name: 'Atelier',
    comment: 'Hier kommentieren',
    choose: 'Klicken Sie auf die Stelle, die Sie meinen. Escape bricht ab.',
    pinned: '{path}, {left} px von links, {top} px von oben',
    text: 'Ihr Kommentar',
    send: 'Senden',
    sending: 'Wird gesendet…',
    cancel: 'Abbrechen',
    sent: 'An die Unterhaltung des Zyklus gesendet.',
    sentWithoutPicture: 'An die Unterhaltung des Zyklus gesendet. Von dieser Seite ist kein Bild gespeichert.',
    review: 'Prüfen und freigeben',
    close: 'Leiste ausblenden',
    noCycle: 'Keine Vorschau eines Zyklus: Kommentare gehören zu Zyklen.',
    shared: 'Melden Sie sich an, um zu kommentieren.',
    covered: 'Etwas verdeckt diese Leiste. Kommentare lassen sich senden, wenn sie ganz zu sehen ist.',
    expired: 'Diese Leiste ist abgelaufen. Laden Sie die Seite neu.',
    failed: 'Der Kommentar wurde nicht gesendet. Versuchen Sie es noch einmal.',
    archived: 'Dieses Projekt ist archiviert und nimmt keine Kommentare an.',
  },
} as const

/** The language of a browser by its `Accept-Language`: German if that is its first choice of the two. */
export const languageOf = (accepted: string | undefined): keyof typeof toolbarWords => {
  const first = accepted
    ?.toLowerCase()
    .split(',')
    .map((range) => range.trim().slice(0, 2))
    .find((language) => language === 'de' || language === 'en')
  return first === 'de' ? 'de' : 'en'
}
