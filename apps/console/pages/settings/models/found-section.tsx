import { useState } from 'react'
import { FoundModelForm, UnusableModels, useFoundModels } from '../../../parts/models/found-model-form.tsx'
import { Button } from '../../../parts/button.tsx'
import { Section } from '../../../parts/section.tsx'
import { useModelWords } from '../../../words/models/index.ts'

/** Keys and model servers of the server's machine that no endpoint uses yet; nothing without any. */
export const FoundSection = () => {
  const words = useModelWords()
  const [chosen, setChosen] = useState<string>()
  const found = useFoundModels(true, chosen) ?? []
  const usable = found.filter(({ unusable }) => unusable === null)
  if (found.length === 0) return null
  return (
    <Section title={words.found} text={words.foundText}>
      <div className="panel rows">
        {usable.map((one) => (
          <div key={one.name} className="pad stack-8 model-row">
            <div className="line wrap">
              <span className="grow what">
                <b dir="auto">
                  {one.title}: {one.model}
                </b>
                <span className="quiet">
                  {one.kind === 'server' ? words.foundServer(one.place) : words.foundKey(one.place)}
                </span>
              </span>
              {chosen === one.name ? null : (
                <Button size="small" onClick={() => setChosen(one.name)}>
                  {words.connectAct}
                </Button>
              )}
            </div>
            {chosen === one.name ? <FoundModelForm found={one} onAdded={() => setChosen(undefined)} /> : null}
          </div>
        ))}
        <div className="pad" hidden={usable.length === found.length}>
          <UnusableModels found={found} />
        </div>
      </div>
    </Section>
  )
}
