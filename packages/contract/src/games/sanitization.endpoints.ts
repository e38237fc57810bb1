import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import {
  previewBody,
  previewResponse,
  reorderBody,
  rule,
  ruleBody,
  rulesResponse,
  sanitizeQuery,
  sanitizeResponse,
} from './sanitization.ts';

export const sanitizationEndpoints = {
  listRules: endpoint({
    method: 'GET',
    path: '/api/sanitization-rules',
    access: 'admin',
    summary: 'The rules that turn file names into titles, in the order in which they are applied',
    response: rulesResponse,
  }),
  addRule: endpoint({
    method: 'POST',
    path: '/api/sanitization-rules',
    access: 'admin',
    summary: 'Add a rule after the others; 400 explains what is wrong with the pattern',
    body: ruleBody,
    response: rule,
    status: 201,
  }),
  changeRule: endpoint({
    method: 'PUT',
    path: '/api/sanitization-rules/:id',
    access: 'admin',
    summary: 'Change a rule; it keeps its position',
    params: idParams,
    body: ruleBody,
    response: rule,
  }),
  deleteRule: endpoint({
    method: 'DELETE',
    path: '/api/sanitization-rules/:id',
    access: 'admin',
    summary: 'Delete a rule; the rules after it move up',
    params: idParams,
    response: done,
  }),
  reorderRules: endpoint({
    method: 'POST',
    path: '/api/sanitization-rules/reorder',
    access: 'admin',
    summary: 'Change the order of rules; rules that are not named keep theirs',
    body: reorderBody,
    response: rulesResponse,
  }),
  resetRules: endpoint({
    method: 'POST',
    path: '/api/sanitization-rules/reset',
    access: 'admin',
    summary: 'Replace all rules with those of a new library',
    response: rulesResponse,
  }),
  sanitizeTitle: endpoint({
    method: 'GET',
    path: '/api/sanitization-rules/sanitize',
    access: 'contributor',
    summary: 'The title that the rules make from a file name, and the effect of each rule',
    query: sanitizeQuery,
    response: sanitizeResponse,
  }),
  previewRules: endpoint({
    method: 'POST',
    path: '/api/sanitization-rules/preview',
    access: 'admin',
    summary: 'The effect of draft rules on sample titles and on the library; changes nothing',
    body: previewBody,
    response: previewResponse,
  }),
};
