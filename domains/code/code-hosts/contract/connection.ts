import { type Static, Type } from 'typebox'
import { Id, maybe, namedObject, nameText, oneOf, text, Time, described } from '../../../../platform/contract/schema.ts'
import { codeHostKinds } from '../rules.ts'

const kind = oneOf(codeHostKinds, {
  description: '`github` for GitHub and GitHub Enterprise Server, `gitea` for Gitea and Forgejo, `gitlab` for GitLab.',
})
export const name = nameText(100, {
  examples: ['Acme on GitHub'],
  description: 'The agency’s name for the connection.',
})
const baseUrl = text(1, 2_048, {
  examples: ['https://git.example.com'],
  description: 'Where people open the code host: a public https address.',
})

const appId = Type.String({
  pattern: '^[A-Za-z0-9._-]{1,100}$',
  examples: ['1204733'],
  description: 'The id of the app, or its client id.',
})
const installationId = Type.String({
  pattern: '^[0-9]{1,20}$',
  examples: ['58112046'],
  description: 'Which installation of the app, as the number at the end of its page.',
})
const InstalledApp = namedObject('InstalledGitHubApp', { appId, installationId })

export const CodeHost = namedObject('CodeHost', {
  id: Id,
  kind,
  name,
  baseUrl,
  app: maybe(InstalledApp, { description: 'The app of GitHub that it goes through; null for a token.' }),
  tokenExpiresAt: maybe(described(Time, 'When the token ends; null if that is not known.')),
  createdAt: Time,
})

const GitHubApp = Type.Object(
  {
    appId,
    installationId,
    privateKey: Type.String({
      minLength: 1,
      maxLength: 10_000,
      examples: ['-----BEGIN RSA PRIVATE KEY-----\n…'],
      description: 'A private key of the app, as PEM. It is shown nowhere.',
    }),
  },
  { additionalProperties: false },
)

export const credential = {
  token: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '^[\\x21-\\x7e]+$',
      examples: ['ghp_k3Zq0v'],
      description:
        'An access token that may read, create and push repositories. It is shown nowhere. Either it or `app` is needed.',
    }),
  ),
  app: Type.Optional(
    Type.Unsafe<Static<typeof GitHubApp>>({
      ...GitHubApp,
      description: 'An installed app of GitHub in the place of a token.',
    }),
  ),
  tokenExpiresAt: Type.Optional(described(Time, 'When the token ends. A week before, an event announces it.')),
}

export const CreateCodeHost = namedObject('CreateCodeHost', {
  kind,
  name,
  baseUrl: Type.Optional(baseUrl),
  ...credential,
})
