import { endpoint } from '../endpoint.ts';
import { done } from '../text.ts';
import {
  activityFilter,
  activityParams,
  activityStats,
  activityStatsQuery,
  allActivity,
  allActivityQuery,
  myActivity,
  myActivityQuery,
  runningDownloads,
} from './download-activity.ts';

export const downloadActivityEndpoints = {
  myActivity: endpoint({
    method: 'GET',
    path: '/api/download-activity/my-activity',
    access: 'member',
    summary: 'Your download history, newest first',
    query: myActivityQuery,
    response: myActivity,
  }),
  clearMyActivity: endpoint({
    method: 'DELETE',
    path: '/api/download-activity/my-activity/all',
    access: 'member',
    summary: 'Clear your download history; keeps running downloads',
    response: done,
  }),
  deleteActivity: endpoint({
    method: 'DELETE',
    path: '/api/download-activity/activity/:id',
    access: 'member',
    summary: 'Remove one entry from your download history',
    params: activityParams,
    response: done,
  }),
  allActivity: endpoint({
    method: 'GET',
    path: '/api/download-activity/all-activity',
    access: 'admin',
    summary: 'The downloads of all members, newest first, with totals of the whole log',
    query: allActivityQuery,
    response: allActivity,
  }),
  clearAllActivity: endpoint({
    method: 'DELETE',
    path: '/api/download-activity/all-activity/clear',
    access: 'admin',
    scope: 'session',
    summary: 'Clear the log of all downloads; running downloads continue, and members keep their own history',
    response: done,
  }),
  exportActivity: endpoint({
    method: 'GET',
    path: '/api/download-activity/all-activity/export',
    access: 'admin',
    summary: 'The log of downloads as CSV (RFC 4180), with the same filters as the list',
    query: activityFilter,
    produces: 'text/csv',
  }),
  activityStats: endpoint({
    method: 'GET',
    path: '/api/download-activity/stats',
    access: 'admin',
    summary: 'Downloads and bytes of each day, and the most downloaded games',
    query: activityStatsQuery,
    response: activityStats,
  }),
  runningDownloads: endpoint({
    method: 'GET',
    path: '/api/download-activity/running',
    access: 'admin',
    summary: 'The running downloads of all members',
    response: runningDownloads,
  }),
};
