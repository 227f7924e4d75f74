import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../../parts/button.tsx'
import { useSingleKeys } from '../../preferences.ts'
import { useKeysWords } from '../../words/keys/index.ts'
import { paletteKeys } from '../palette/open-palette.ts'
import { keyGroups } from './key-groups.ts'
import '../../parts/dialog.css'
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
