import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../../parts/forms/button.tsx'
import { useSingleKeys } from '../../preferences.ts'
import { useKeysWords, type KeysWords } from '../../words/keys/index.ts'
import { paletteKeys } from '../palette/open-palette.ts'
import '../../parts/feedback/dialog.css'
import './keys-sheet.css'

/** All keys of the console. It is open as long as it is drawn. */
export const KeysSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useKeysWords()
  const isOn = useSingleKeys()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    dialog.current?.showModal()
    // The focus is on the button below the last key.
    dialog.current?.scrollTo(0, 0)
  }, [])
  return (
    <dialog ref={dialog} className="dialog ask keys-sheet" aria-labelledby={heading} onClose={onClose}>
      <div className="in">
        <h2 id={heading}>{words.title}</h2>
        {isOn ? null : <p className="soft">{words.off}</p>}
        {keyGroups.map(({ name, keys }) => (
          <section key={name}>
            <h3 className="over">{words.groups[name]}</h3>
            <dl>
              {keys.map(({ does, press }) => (
                <div key={does}>
                  <dt>{words.does[does]}</dt>
                  <dd>
                    {press.map((key) => (
                      <kbd key={key}>{key === 'palette' ? paletteKeys : (words.names[key] ?? key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="foot">
        <Button onClick={() => dialog.current?.close()}>{words.close}</Button>
      </div>
    </dialog>
  )
}

interface KeyLine {
  readonly does: keyof KeysWords['does']
  /** Keys one after the other, or each for itself if a sentence explains it. */
  readonly press: readonly string[]
}

/** All keys, by place. */
const keyGroups: readonly { readonly name: keyof KeysWords['groups']; readonly keys: readonly KeyLine[] }[] = [
  {
    name: 'everywhere',
    keys: [
      { does: 'palette', press: ['palette'] },
      { does: 'newCycle', press: ['C'] },
      { does: 'filter', press: ['/'] },
      { does: 'theme', press: ['T'] },
      { does: 'undo', press: ['Z'] },
      { does: 'keys', press: ['?'] },
    ],
  },
  {
    name: 'go',
    keys: [
      { does: 'home', press: ['G', 'H'] },
      { does: 'projects', press: ['G', 'P'] },
      { does: 'deliverables', press: ['G', 'D'] },
      { does: 'invoices', press: ['G', 'I'] },
      { does: 'audit', press: ['G', 'A'] },
      { does: 'settings', press: ['G', 'S'] },
    ],
  },
  {
    name: 'lists',
    keys: [
      { does: 'step', press: ['J', 'K'] },
      { does: 'open', press: ['Enter'] },
      { does: 'close', press: ['Esc'] },
      { does: 'answer', press: ['1', '…', '9'] },
    ],
  },
  {
    name: 'review',
    keys: [
      { does: 'files', press: ['J', 'K'] },
      { does: 'findings', press: ['N', 'P'] },
      { does: 'viewed', press: ['V'] },
      { does: 'decide', press: ['A', 'B'] },
    ],
  },
]
