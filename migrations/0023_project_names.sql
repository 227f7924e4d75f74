-- Names of projects are labels: any number of projects of a workspace may have the same one.

drop index project_name;
