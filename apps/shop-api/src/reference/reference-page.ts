import type { OpenApi } from './openapi.ts'

/** One HTML page without scripts. */
export function referencePage(api: OpenApi, stylesheetUrl: string) {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      section(method.toUpperCase(), `/api${path}`, operation),
    ),
  )
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(api.info.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${text(stylesheetUrl)}">
</head>
<body>
<main>
<h1>${text(api.info.title)} <small>${text(api.info.version)}</small></h1>
<p>Success is <code>{ "data": … }</code>, failure <code>{ "code", "message" }</code>. The same as
<a href="openapi.json">openapi.json</a>.</p>
${calls.join('\n')}
</main>
</body>
</html>`
}

type Operation = OpenApi['paths'][string][string]

function section(method: string, path: string, operation: Operation) {
  const { summary, description, parameters, requestBody, responses } = operation
  return `<section>
<h2><span>${text(method)}</span> <code>${text(path)}</code></h2>
<p>${text(summary)}. <em>${text(description)}</em></p>
${parameters.length > 0 ? `<h3>Parameters</h3>\n<ul>${parameters.map(parameter).join('')}</ul>` : ''}
${requestBody ? schema('Body', requestBody.content) : ''}
${Object.entries(responses)
  .filter(([status]) => status !== 'default')
  .map(([status, { content }]) => schema(`Answer ${status}`, content))
  .join('\n')}
</section>`
}

function parameter({ name, in: place, required }: Operation['parameters'][number]) {
  return `<li><code>${text(name)}</code> in the ${place}${required ? '' : ', optional'}</li>`
}

function schema(title: string, content: unknown) {
  return `<details><summary>${text(title)}</summary><pre>${text(JSON.stringify(content, null, 2))}</pre></details>`
}

function text(value: string) {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
