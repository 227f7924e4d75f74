import { Type } from 'typebox'
import { Id, oneOf } from '../../../../platform/contract/schema.ts'

const command = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 2_000, description, examples: [example] }))
const environment = (description: string) => Type.Optional(Type.String({ ...Id, description }))

/** How deployments of the project are built and served. */
export const PreviewChoice = Type.Object(
  {
    kind: Type.Optional(
      oneOf(['static', 'node', 'python', 'dockerfile'], {
        description:
          'A static site, a program, or the image of a Dockerfile; by default chosen by the files of the commit',
      }),
    ),
    build: command(
      'Builds it after its packages were installed; nothing is built if the text is empty',
      'npm run build',
    ),
    output: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'The folder that files are served from',
        examples: ['dist'],
      }),
    ),
    start: command('Serves it on 127.0.0.1 at `$PORT`', 'npm start'),
    healthPath: Type.Optional(
      Type.String({
        pattern: '^/[^\\s]*$',
        maxLength: 500,
        description: 'The path that answers once it is ready',
        examples: ['/healthz'],
      }),
    ),
    singlePage: Type.Optional(Type.Boolean({ description: 'Whether paths without a file get `index.html`' })),
    environmentId: environment('The environment that previews get; none unless named'),
    productionEnvironmentId: environment('The environment that production gets; a cycle preview never gets it'),
    cycles: Type.Optional(
      Type.Boolean({ description: 'Whether cycles get previews; unless set, once people deployed the project' }),
    ),
    shareLinks: Type.Optional(
      Type.Boolean({ description: 'Whether share links open deployments for people without an account' }),
    ),
    toolbar: Type.Optional(
      Type.Boolean({
        description: 'Whether pages of previews show the toolbar with commit and comments; they do unless set',
      }),
    ),
    picturePaths: Type.Optional(
      Type.Array(Type.String({ pattern: '^/[^\\s#]*$', maxLength: 500, examples: ['/pricing'] }), {
        maxItems: 6,
        description: 'Pages of which pictures are taken; by default the start page, and no page if the list is empty',
      }),
    ),
    allowHosts: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^(\\*\\.)?([a-z0-9-]+\\.)+[a-z0-9-]+$',
          maxLength: 253,
          examples: ['api.example.com'],
        }),
        {
          maxItems: 20,
          description: 'Hosts outside that its program may reach; none unless named',
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'How deployments are built and served' },
)
