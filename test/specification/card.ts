import type { Section } from './row.ts'

export const card: Section = {
  section: 'The design card',
  rows: [
    {
      sentence: 'The sources are TypeScript',
      shownBy: 'house.test.ts › the sources are strict TypeScript, the tests as well',
    },
    {
      sentence: 'The front end is React',
      shownBy: 'client/widgets.test.ts › hydrated it shows one and hides the others from keyboard and screen readers',
    },
    {
      sentence: 'Few dependencies: another package needs a row and a reason',
      shownBy:
        'house.test.ts › the packages of the design are there, each is used, and no framework routes requests or draws carousels',
    },
    {
      sentence: 'react and react-dom are used',
      shownBy:
        'house.test.ts › the packages of the design are there, each is used, and no framework routes requests or draws carousels',
    },
    {
      sentence: 'wouter is used',
      shownBy:
        'house.test.ts › the packages of the design are there, each is used, and no framework routes requests or draws carousels',
    },
    {
      sentence: '@preact/signals-react is used',
      shownBy:
        'house.test.ts › the packages of the design are there, each is used, and no framework routes requests or draws carousels',
    },
    {
      sentence: 'tsx is used',
      shownBy:
        'house.test.ts › the packages of the design are there, each is used, and no framework routes requests or draws carousels',
    },
    {
      sentence: 'node:test is used',
      shownBy:
        'house.test.ts › the packages of the design are there, each is used, and no framework routes requests or draws carousels',
    },
    {
      sentence: 'happy-dom is used',
      shownBy:
        'house.test.ts › the packages of the design are there, each is used, and no framework routes requests or draws carousels',
    },
    {
      sentence: 'esbuild bundles the client',
      shownBy:
        'tools/build.test.ts › the build is the same in every folder, byte for byte, and has the licences of what it contains',
    },
    { sentence: 'busboy reads uploads', shownBy: 'http/multipart.test.ts › is received with its fields, in any order' },
    {
      sentence: 'marked converts Markdown',
      shownBy: 'calls/site.test.ts › the agreement is a page made from Markdown, with the company’s facts filled in',
    },
    {
      sentence: 'The top level has package.json, tsconfig.json, build.mjs, client, server, data, uploads and test',
      shownBy: 'house.test.ts › the top level of the repository holds these files and folders',
    },
    {
      sentence: 'One Node process serves pages, calls and files',
      shownBy: 'start.test.ts › the built server needs neither node_modules nor the sources',
    },
    {
      sentence: 'No framework routes requests: node:http does',
      shownBy: 'house.test.ts › only listed files import the modules that reach outside the program',
    },
    {
      sentence: 'POST calls below /v1 reach their handlers',
      shownBy:
        'http/callDispatch.test.ts › passes only the fields of its rules to the handler, and replies with the result',
    },
    { sentence: 'A record is a JSON file', shownBy: 'start.test.ts › a record on disk is a readable file of its own' },
    { sentence: 'A write is atomic', shownBy: 'store/commit.test.ts › an update makes exactly these system calls' },
    {
      sentence: 'Carousels are made by hand',
      shownBy:
        'client/widgets.test.ts › it advances by itself except under the mouse, around the focus, and when paused',
    },
    {
      sentence: 'The count-up is made by hand',
      shownBy: 'browser/screens.long.test.ts › the count of a figure takes six seconds',
    },
    {
      sentence: 'The rich-text editor is light and made by hand',
      shownBy:
        'browser/editor.test.ts › an article is written from the first heading to the last line, and the site shows it as it was written',
    },
    {
      sentence: 'The map is embedded in an iframe',
      shownBy:
        'browser/map.long.test.ts › the marker is in the middle of the map, clear of the card, on every page that has one',
    },
    {
      sentence: 'It runs on one small server',
      shownBy:
        'memory.long.test.ts › 200 saves of one record of 2 MB at once are all handled, with limited memory and without blocking pages',
    },
    {
      sentence: 'Staff edit the content in a simple back office',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'Visitors come with any device',
      shownBy: 'browser/routes.long.test.ts › nothing scrolls sideways from 360 to 2560',
    },
    {
      sentence: 'Who audits the packages finds the reason of each in docs/dependencies.md',
      shownBy:
        'house.test.ts › the packages of the design are there, each is used, and no framework routes requests or draws carousels',
    },
  ],
}
