import type { OpenApi } from './openapi.ts'

/** The API reference as one HTML page without scripts. */
export function referencePage(api: OpenApi, stylesheetUrl: string) {
  const sections = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      section(method.toUpperCase(), `/api${path}`, operation),
    ),
  )
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(api.info.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${escapeHtml(stylesheetUrl)}">
</head>
<body>
<main>
<h1>${escapeHtml(api.info.title)} <small>${escapeHtml(api.info.version)}</small></h1>
<p>Success is <code>{ "data": … }</code>, failure <code>{ "code", "message" }</code>. The same as
<a href="openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</main>
</body>
</html>`
}

type Operation = OpenApi['paths'][string][string]

function section(method: string, path: string, operation: Operation) {
  const { summary, description, parameters, requestBody, responses } = operation
  return `<section>
<h2><span>${escapeHtml(method)}</span> <code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}. <em>${escapeHtml(description)}</em></p>
${parameters.length > 0 ? `<h3>Parameters</h3>\n<ul>${parameters.map(parameter).join('')}</ul>` : ''}
${requestBody ? schemaDetails('Body', requestBody.content) : ''}
${Object.entries(responses)
  .filter(([status]) => /^[23]/.test(status))
  .map(([status, { content }]) =>
    content ? schemaDetails(`Response ${status}`, content) : `<p>Response ${status}</p>`,
  )
  .join('\n')}
</section>`
}

function parameter({ name, in: location, required }: Operation['parameters'][number]) {
  return `<li><code>${escapeHtml(name)}</code> in the ${location}${required ? '' : ', optional'}</li>`
}

function schemaDetails(title: string, content: unknown) {
  return `<details><summary>${escapeHtml(title)}</summary><pre>${escapeHtml(JSON.stringify(content, null, 2))}</pre></details>`
}

function escapeHtml(value: string) {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
