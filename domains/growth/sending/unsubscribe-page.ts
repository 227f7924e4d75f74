import type { Transaction } from '../../../platform/db/transaction.ts'
import { html } from '../../../platform/pages/page.ts'
import { publishedIdentity } from '../../accounts/brand/index.ts'
import { findLead } from '../leads/index.ts'
import { findPlay } from '../plays/index.ts'

const words = {
  en: {
    title: 'Unsubscribe',
    asks: 'Do you want no more mail from us?',
    text: 'We send no more mail to the address that got ours. This holds for good.',
    button: 'Unsubscribe',
    done: 'You get no more mail from us.',
    doneText: 'Your address is on our do-not-contact list. You can close this page.',
    unknown: 'We do not know your address any more.',
    unknownText:
      'It was erased, with everything else about you, and this link is too old to name it. If you ever get mail from us again, the link in that mail ends it for good.',
  },
  de: {
    title: 'Abmelden',
    asks: 'Möchten Sie keine E-Mails mehr von uns?',
    text: 'Wir schreiben der Adresse nicht mehr, die unsere E-Mail bekommen hat. Das gilt auf Dauer.',
    button: 'Abmelden',
    done: 'Sie bekommen keine E-Mails mehr von uns.',
    doneText: 'Ihre Adresse steht auf unserer Sperrliste. Sie können diese Seite schließen.',
    unknown: 'Wir kennen Ihre Adresse nicht mehr.',
    unknownText:
      'Sie wurde mit allem anderen über Sie gelöscht, und dieser Link ist zu alt, um sie zu nennen. Sollten Sie doch wieder eine E-Mail von uns bekommen, beendet der Link darin das auf Dauer.',
  },
} as const

/** It is on the page of every link that this server issued, as long as its lead did not opt out. */
export const oneClickField = 'name="List-Unsubscribe"'

/** The page of an unsubscribe link, in the workspace's brand and the play's language; it needs no script. */
export const pageFor = async (tx: Transaction, leadId: string, state: 'asks' | 'done' | 'unknown'): Promise<string> => {
  const lead = await findLead(tx, { id: leadId })
  const play = lead?.growthPlayId ? await findPlay(tx, { id: lead.growthPlayId }) : undefined
  const brand = await publishedIdentity(tx)
  const language = play?.language ?? 'en'
  const name = brand?.name ?? ''
  const color = brand?.colors.primary ?? '#1f3a5f'
  const logo = brand?.portalEnabled && brand.logo ? `/v1/api/portals/${brand.slug}/logo` : undefined
  const shown = lead?.optedOutAt ? 'done' : state
  const texts = words[language]
  const form = html`<p>${texts.text}</p>
    <form method="post">
      <input type="hidden" name="List-Unsubscribe" value="One-Click" />
      <button type="submit">${texts.button}</button>
    </form>`
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${texts.title}</title>
        <style>
          body {
            font:
              1rem/1.6 system-ui,
              sans-serif;
            color: #1b1b1b;
            background: #fff;
            margin: 0;
          }
          main {
            max-width: 34rem;
            margin: 4rem auto;
            padding: 0 1.5rem;
          }
          header {
            border-top: 0.4rem solid ${color};
            padding: 1rem 1.5rem;
          }
          img {
            max-height: 3rem;
          }
          button {
            font: inherit;
            padding: 0.7rem 1.4rem;
            border: 2px solid #1b1b1b;
            border-radius: 0.4rem;
            background: #1b1b1b;
            color: #fff;
          }
        </style>
      </head>
      <body>
        <header>${logo === undefined ? html`<b>${name}</b>` : html`<img src="${logo}" alt="${name}" />`}</header>
        <main>
          <h1>${texts[shown]}</h1>
          ${shown === 'asks' ? form : html`<p>${shown === 'done' ? texts.doneText : texts.unknownText}</p>`}
        </main>
      </body>
    </html> `.markup
}
