import { testDrawing } from './drawn.ts'
import { firefox } from './firefoxEngine.ts'
import { webkit } from './webkitEngine.ts'

testDrawing([firefox, webkit])
