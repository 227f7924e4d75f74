import { useState } from 'react'
import { useAges } from '../../format.ts'
import { useDeploymentWords } from '../../words/deployments/index.ts'
import { Section } from '../section.tsx'
import { joined } from '../text/joined.tsx'
import { pairsOf, type DeploymentPicture, type PicturePair, type Pictures } from './pictured-deployment.ts'
import { ShownPicture } from './shown-picture.tsx'
import './preview-pictures.css'

type Headers = Readonly<Record<string, string>> | undefined
type Form = DeploymentPicture['form']

interface PictureComparisonProps {
  readonly pictures: Pictures
  /** Headers that name a portal to the server: its readers know no commits. */
  readonly headers?: Headers
}

/** Pictures of a deployment's pages, beside pictures of the previous deployment. */
export const PictureComparison = ({ pictures, headers }: PictureComparisonProps) => {
  const words = useDeploymentWords().pictures
  const [form, setForm] = useState<Form>('desktop')
  const { state, before } = pictures
  if (state !== 'taken') return state === null ? null : <p className="quiet">{words.states[state]}</p>
  return (
    <Section title={before === null ? words.show : words.title} text={before === null ? undefined : words.text}>
      <WindowChoice form={form} onChoose={setForm} />
      <ul className="picture-pairs" data-form={form}>
        {pairsOf(pictures, form).map((pair) => (
          <Pair key={pair.path} pair={pair} pictures={pictures} headers={headers} />
        ))}
      </ul>
    </Section>
  )
}

const WindowChoice = ({ form, onChoose }: { readonly form: Form; readonly onChoose: (form: Form) => void }) => {
  const words = useDeploymentWords().pictures
  return (
    <div className="seg" role="group" aria-label={words.window}>
      {(['desktop', 'phone'] as const).map((name) => (
        <button key={name} type="button" aria-pressed={name === form} onClick={() => onChoose(name)}>
          {words.forms[name]}
        </button>
      ))}
    </div>
  )
}

interface PairProps {
  readonly pair: PicturePair
  readonly pictures: Pictures
  readonly headers: Headers
}

const Pair = ({ pair: { path, before, after }, pictures, headers }: PairProps) => {
  const words = useDeploymentWords().pictures
  const { agoInWords } = useAges()
  const page = path === '/' ? words.startPage : path
  const earlier = pictures.before
  return (
    <li>
      <h3>{page}</h3>
      <div className="picture-pair">
        {earlier === null ? null : (
          <One
            which={words.before}
            page={page}
            detail={joined(!headers && shortSha(earlier.commitSha), agoInWords(earlier.createdAt))}
            deploymentId={earlier.deploymentId}
            picture={before}
            headers={headers}
          />
        )}
        <One
          which={earlier === null && headers ? undefined : words.after}
          page={page}
          detail={headers ? '' : shortSha(pictures.commitSha)}
          deploymentId={pictures.deploymentId}
          picture={after}
          headers={headers}
        />
      </div>
    </li>
  )
}

const shortSha = (sha: string | null) => sha?.slice(0, 8) ?? ''

interface OneProps {
  /** Left out in a portal if there is nothing to compare with. */
  readonly which: string | undefined
  readonly page: string
  readonly detail: string
  readonly deploymentId: string
  readonly picture: DeploymentPicture | undefined
  readonly headers: Headers
}

const One = ({ which, page, detail, deploymentId, picture, headers }: OneProps) => {
  const words = useDeploymentWords().pictures
  return (
    <figure>
      {which === undefined ? null : (
        <figcaption>
          <b>{which}</b> <span className="m mono">{detail}</span>
        </figcaption>
      )}
      {picture ? (
        <ShownPicture
          deploymentId={deploymentId}
          picture={picture}
          name={which === undefined ? page : words.nameOf(which, page)}
          headers={headers}
        />
      ) : (
        <p className="soft">{words.none}</p>
      )}
      {picture && picture.httpStatus >= 400 ? <p className="soft">{words.answered(picture.httpStatus)}</p> : null}
    </figure>
  )
}
