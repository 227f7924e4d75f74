import { Fragment, useId, useLayoutEffect, useRef } from 'react'
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
              {keys.map(({ does, press, between }) => (
                <div key={does}>
                  <dt>{words.does[does]}</dt>
                  <dd>
                    {press.map((key, at) => (
                      <Fragment key={key}>
                        {at > 0 && between ? <span className="quiet">{words.between[between]}</span> : null}
                        <kbd>{key === 'palette' ? paletteKeys : (words.names[key] ?? key)}</kbd>
                      </Fragment>
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
  readonly press: readonly string[]
  /** Whether the keys are pressed one after the other, or each has an effect of its own. */
  readonly between?: keyof KeysWords['between']
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
      { does: 'home', press: ['G', 'H'], between: 'then' },
      { does: 'projects', press: ['G', 'P'], between: 'then' },
      { does: 'deliverables', press: ['G', 'D'], between: 'then' },
      { does: 'invoices', press: ['G', 'I'], between: 'then' },
      { does: 'audit', press: ['G', 'A'], between: 'then' },
      { does: 'settings', press: ['G', 'S'], between: 'then' },
    ],
  },
  {
    name: 'lists',
    keys: [
      { does: 'step', press: ['J', 'K'], between: 'or' },
      { does: 'open', press: ['Enter'] },
      { does: 'close', press: ['Esc'] },
      { does: 'answer', press: ['1', '…', '9'] },
    ],
  },
  {
    name: 'review',
    keys: [
      { does: 'files', press: ['J', 'K'], between: 'or' },
      { does: 'findings', press: ['N', 'P'], between: 'or' },
      { does: 'viewed', press: ['V'] },
      { does: 'decide', press: ['A', 'B'], between: 'or' },
    ],
  },
]
